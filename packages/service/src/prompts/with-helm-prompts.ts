import type { RunPlan } from "@medhelm/core/run/spec/expand";
import { changesWords, planWording, wordingOf } from "@medhelm/core/run/spec/wording";
import { UserError } from "@medhelm/core/user-error";
import { type PlanWithPrompts, readHelmSpecs } from "./helm-specs.ts";
import { nameWithoutModel, readPulled } from "./pulled-prompts.ts";

export interface PromptsPlace {
  /** the folder of medhelm prompts pull */
  readonly folder: string;
  /** names the place in messages; absent: the folder */
  readonly label?: string;
  /** the command that fills the place */
  readonly pull?: string;
}

/**
 * Returns every plan with HELM's prompts and rubrics.
 * @throws UserError naming all plans whose whole wording would not be HELM's
 */
export async function withHelmPrompts(
  plans: readonly RunPlan[],
  { folder, label = folder, pull = "medhelm prompts pull DIR, or gs://BUCKET/FOLDER of HELM's runs" }: PromptsPlace,
): Promise<PlanWithPrompts[]> {
  const pulled = await readPulled(folder);
  if (pulled.size === 0)
    throw new UserError(`--prompts helm: there are no prompts in ${label}; get them with: ${pull}`);
  const specs = await readHelmSpecs(folder);
  const prompted: PlanWithPrompts[] = [];
  const missing: string[] = [];
  for (const plan of plans) {
    // HELM's sentence for e.g. instructions=expert is only in a run of HELM with this argument
    const isThere = !changesWords(plan.entry.description) || pulled.has(nameWithoutModel(plan.runSpec.name));
    const found = await specs.apply(plan).catch((error: unknown) => {
      if (error instanceof UserError) return undefined;
      throw error;
    });
    if (isThere && found !== undefined && wordingOf(planWording(found.plan, found.prompts)) === "helm")
      prompted.push(found);
    else missing.push(plan.runSpec.name);
  }
  if (missing.length > 0)
    throw new UserError(
      `--prompts helm: ${label} has no prompts of HELM for ${missing.join("; ")}; pull them from runs of HELM with these benchmarks, or leave these entries out`,
    );
  return prompted;
}
