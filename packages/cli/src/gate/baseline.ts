import type { GateRun } from "@medhelm/core/gate/gate-runs";

/** Earlier runs that new ones are compared with. */
export interface Baseline {
  /** @throws UserError if the baseline is known not to have a run that the model can be compared with */
  requireModel(model: string): Promise<void>;
  /**
   * The runs that a model's are compared with, by their names without the model (`partOf`).
   * @param names the names of the model's own runs
   */
  runsOf(model: string, names: readonly string[]): Promise<ReadonlyMap<string, GateRun>>;
}
