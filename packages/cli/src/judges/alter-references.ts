import { alterAnswers, type Alteration, ALTERATIONS } from "@medhelm/core/judge/alter-answers";
import { promptText } from "@medhelm/core/models/prompt-text";
import { augmentInstances } from "@medhelm/core/perturbations/augment";
import type { DataSource } from "@medhelm/core/run/benchmark";
import { buildRequestStates } from "@medhelm/core/run/requests/build-requests";
import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { loadInstances } from "@medhelm/core/run/requests/load-instances";
import { selectInstances } from "@medhelm/core/run/requests/sample";
import { noTokenizerWindow } from "@medhelm/core/run/requests/window";
import type { AlteredAnswers } from "./altered-models.ts";

/**
 * Alters the reference of each request of the plans. The reference is the one that judges see. An answer that cannot be altered is the reference
 * itself. Its verdict comes from the cache, and the report leaves it out. A request without a reference has an empty answer.
 */
export async function alterReferences(plans: readonly RunPlan[], data: DataSource): Promise<AlteredAnswers> {
  const answers: Record<Alteration, Map<string, string>> = {
    gold: new Map(),
    shuffled: new Map(),
    empty: new Map(),
    truncated: new Map(),
    padded: new Map(),
    planted: new Map(),
  };
  for (const plan of plans) {
    const golds = await goldsOf(plan, data);
    const prompts = [...golds.keys()];
    for (const alteration of ALTERATIONS) {
      const texts = alterAnswers([...golds.values()], alteration);
      for (const [i, prompt] of prompts.entries()) answers[alteration].set(prompt, texts[i] ?? golds.get(prompt) ?? "");
    }
  }
  return answers;
}

/** The reference of each prompt. */
async function goldsOf({ runSpec, benchmark }: RunPlan, data: DataSource): Promise<ReadonlyMap<string, string>> {
  const loaded = await loadInstances(benchmark, data);
  const selected = selectInstances(loaded.instances, runSpec.adapter_spec);
  const instances = await augmentInstances(selected, runSpec, { data });
  const golds = new Map<string, string>();
  for (const { request, instance } of buildRequestStates(runSpec.adapter_spec, instances, noTokenizerWindow))
    golds.set(promptText(request), instance.references[0]?.output.text ?? "");
  return golds;
}
