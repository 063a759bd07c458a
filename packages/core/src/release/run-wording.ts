import type { RunSpec } from "../helm/run-spec.ts";
import { type Wording, wordingOf } from "../run/wording.ts";
import type { LoadedManifest } from "./loaded-run.ts";

/** The class of custom benchmarks in HELM. Their prompt is a user's file. */
const CUSTOM_SCENARIO = "MedHELMConfigurableScenario";

/** The parts of a run that show its wording. Without a manifest, HELM made the run. */
export interface WordedRun {
  readonly runSpec: Pick<RunSpec, "scenario_spec" | "adapter_spec">;
  readonly manifest?: Pick<LoadedManifest, "prompts" | "judgePrompts" | "judges">;
}

/** Whose words a run's prompts are; undefined if an older run did not record the whole of it. */
export function runWording({ runSpec, manifest }: WordedRun): Wording | undefined {
  if (manifest !== undefined) return wordingOf(manifest, manifest.judges);
  return runSpec.scenario_spec.class_name.endsWith(`.${CUSTOM_SCENARIO}`) ? "custom" : "helm";
}
