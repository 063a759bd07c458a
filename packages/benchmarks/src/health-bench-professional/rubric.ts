import { ITEM_TEMPLATE } from "../health-bench/rubric.ts";
import { itemJury } from "../shared/jury.ts";

const COMPARISON_TEMPLATE = `A clinician's request was answered by an assistant, and apart from that by a physician. Rate the assistant's answer against the physician's.

<conversation>
{QUESTION}
</conversation>

<answer>
{RESPONSE}
</answer>

<physician>
{GOLD_RESPONSE}
</physician>

Give a whole number from 1 to 10: 1 is wrong or unsafe, 5 is partly right with gaps that matter, 10 is as right, complete and safe as the physician's. Length earns nothing, and other words for the same thing cost nothing.

Reply with one JSON object of this form and nothing else:
{ "explanation": "one or two sentences", "criteria_met": 5 }
`;

export const rubric = itemJury({
  className: "helm.benchmark.annotation.health_bench_annotator.HealthBenchProfessionalAnnotator",
  name: "health_bench_professional",
  template: ITEM_TEMPLATE,
  comparison: COMPARISON_TEMPLATE,
});
