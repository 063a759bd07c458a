import { hasNoVerdict } from "@medhelm/core/judge/jury-metrics";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { shellWord } from "../terminal/shell-word.ts";

/**
 * A run that an earlier version sealed without a verdict fails like a new one without a verdict.
 * @throws RunStopped
 */
export function refuseStored({ coverage }: Pick<Manifest, "coverage">, path: string): void {
  if (!hasNoVerdict(coverage)) return;
  throw new RunStopped(
    "too_many_failures",
    `the judges gave 0 of ${coverage.verdictsAsked} verdicts when this run was made; medhelm inspect ${shellWord(path)} shows the reasons; ask again with --fresh, or choose other judges with --judges NAMES`,
  );
}
