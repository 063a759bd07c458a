import { hasNoVerdict } from "@medhelm/core/judge/jury-metrics";
import { failedRequests, type Manifest } from "@medhelm/core/release/manifest";
import {
  allowedFailures,
  DEFAULT_MAX_FAILURES,
  type MaxFailures,
  maxFailuresText,
} from "@medhelm/core/run/max-failures";
import { RunStopped } from "@medhelm/core/run/run-stopped";
import { shellWord } from "../health/list-models-command.ts";

/**
 * A run that an earlier version sealed, or that was sealed under a larger --max-failures, fails like a new one with the same results.
 * @throws RunStopped
 */
export function refuseStored(
  { coverage, modelDeployment, replies }: Pick<Manifest, "coverage" | "modelDeployment" | "replies">,
  path: string,
  max: MaxFailures = DEFAULT_MAX_FAILURES,
): void {
  const { requests, verdictsAsked, verdictsScored } = coverage;
  const reasons = `medhelm inspect ${shellWord(path)} shows the reasons`;
  const accept = "--max-failures 100% accepts all failures";
  const failed = failedRequests({ coverage, ...(replies === undefined ? {} : { replies }) });
  if (coverage.transient === undefined && failed > allowedFailures(max, requests))
    throw new RunStopped(
      "too_many_failures",
      `${modelDeployment} answered ${requests - failed} of ${requests} requests when this run was made; ${reasons}, and --retry-failed asks again; at most ${maxFailuresText(max)} may fail, and ${accept}`,
    );
  const missing = verdictsAsked - verdictsScored;
  if (hasNoVerdict(coverage) || missing > allowedFailures(max, verdictsAsked))
    throw new RunStopped(
      "too_many_failures",
      `the judges gave ${verdictsScored} of ${verdictsAsked} verdicts when this run was made; ${reasons}; ask again with --fresh, or choose other judges with --judges NAMES${verdictsScored === 0 ? "" : `; at most ${maxFailuresText(max, "verdicts")} may be missing, and ${accept}`}`,
    );
}
