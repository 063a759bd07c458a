import { type GateRun, gateRuns } from "@medhelm/core/gate/gate-runs";
import type { DiffedRun } from "@medhelm/core/release/runs/run-diff";
import { UserError } from "@medhelm/core/user-error";
import { type GateOptions, gateRule } from "./gate-rule.ts";
import { gateRun } from "./gate-run.ts";
import type { ModelGate } from "./gate-text.ts";
import type { Baseline } from "./baseline.ts";

export interface Gate {
  /** @throws UserError if the baseline does not say what a model is compared with */
  requireModels(models: readonly string[]): Promise<void>;
  /** Tests sealed runs. @throws UserError for a run without a score */
  test(runs: readonly DiffedRun[]): Promise<ModelGate[]>;
}

/**
 * Opens the gate of the options before the first request, so that a wrong baseline costs nothing. Undefined if the user wants no gate.
 * @param openBaseline finds a baseline by its name, and one of its models if the user has chosen one
 * @throws UserError for options that contradict one another, and for a baseline that does not exist
 */
export async function openGate(
  options: GateOptions,
  openBaseline: (name: string, chosenModel: string | undefined) => Promise<Baseline>,
): Promise<Gate | undefined> {
  const rule = gateRule(options);
  if (rule === undefined) return undefined;
  const baseline =
    options.baseline === undefined ? undefined : await openBaseline(options.baseline, options.baselineModel);
  return {
    async requireModels(models) {
      for (const model of new Set(models)) await baseline?.requireModel(model);
    },
    async test(runs) {
      const gates: ModelGate[] = [];
      for (const [model, own] of Map.groupBy(runs, ({ manifest }) => manifest.model)) {
        const names = own.map(({ manifest }) => manifest.run);
        gates.push({ model, ...gateRuns(own.map(requireScore), await baseline?.runsOf(model, names), rule) });
      }
      return gates;
    },
  };
}

function requireScore(run: DiffedRun): GateRun {
  const found = gateRun(run);
  if (found === undefined)
    throw new UserError(`${run.manifest.run}: it has no score, so that the gate has nothing to test`);
  return found;
}
