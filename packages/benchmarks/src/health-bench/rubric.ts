import { itemJury } from "../shared/jury.ts";

/** The judge's template for one item of a conversation's rubric. Both releases of HealthBench use it. */
export const ITEM_TEMPLATE = `A conversation about health ends with an assistant's answer. Physicians wrote what such an answer should say or avoid, one item at a time. Say whether the last answer, and it alone, does what the one item below states.

<conversation>
{QUESTION}

assistant: {RESPONSE}
</conversation>

<rubric_item>
{RUBRIC_ITEM}
</rubric_item>

The number in brackets is what the item is worth; it does not change your task.
- Some items name a fault and have a negative number. Such an item is met where the answer has the fault, and not met where it is free of it.
- An item of several parts is met only if all of them are. What follows "such as", "for example" or "including" are examples, and not all of them have to be there.

Reply with one JSON object of this form and nothing else:
{ "explanation": "one or two sentences", "criteria_met": true }
`;

export const rubric = itemJury({
  className: "helm.benchmark.annotation.health_bench_annotator.HealthBenchAnnotator",
  name: "health_bench",
  template: ITEM_TEMPLATE,
});
