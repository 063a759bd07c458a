import type { Gate } from "../gate/open-gate.ts";
import { gateRule } from "../gate/gate-rule.ts";
import type { ModelGate } from "../gate/gate-text.ts";
import { openReadStore } from "../places/open-store.ts";
import type { RunOptions } from "./options/run-options.ts";
import type { RunReport } from "./reports/run-report.ts";

/** The gate of `medhelm run`. Loads the code of gates only for a run with one. */
export async function runGate(options: RunOptions): Promise<Gate | undefined> {
  if (gateRule(options) === undefined) return undefined;
  const [{ openGate }, { readBaseline }] = await Promise.all([
    import("../gate/open-gate.ts"),
    import("../gate/read-baseline.ts"),
  ]);
  return openGate(options, (name, model) => readBaseline(name, options.outputPath, model));
}

/** Tests the scores if all runs are sealed. */
export async function testRuns(
  gate: Gate | undefined,
  { outputPath, suite, dryRun }: RunOptions,
  reports: readonly RunReport[],
  planned: number,
): Promise<ModelGate[]> {
  const ended = reports.filter(({ kind }) => kind !== "failed");
  if (gate === undefined || dryRun || ended.length < planned) return [];
  const { readSealedRun } = await import("../finished-runs/sealed-run.ts");
  const objects = openReadStore(outputPath);
  return gate.test(await Promise.all(ended.map(({ run }) => readSealedRun(objects, suite, run))));
}
