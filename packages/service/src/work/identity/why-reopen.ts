import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { type IdentityComparison, MODEL_PART } from "@medhelm/core/run/identity";
import type { FoundRun } from "./found-run.ts";

/** Says why the worker raises the run's generation; undefined if it goes on with the present one. */
export function whyReopen(
  comparison: IdentityComparison,
  found: FoundRun,
  retryFailed: boolean,
  isFresh: boolean,
): string | undefined {
  if (isFresh && (comparison.kind !== "new" || found.manifest !== undefined)) return "asking everything again";
  if (found.isEdited) return "its files differ from its manifest";
  if (comparison.kind === "reopen") return `changed since the last run: ${comparison.changed.join(", ")}`;
  if (comparison.kind === "new")
    return found.manifest !== undefined || found.oldFiles.some((key) => key.endsWith("/run_spec.json"))
      ? "the folder contains a run of another tool, or a run whose scratch files have expired"
      : undefined;
  if (retryFailed && (found.sealed !== undefined || found.isAssembled)) return "asking again for what failed";
  return found.sealed === undefined ? undefined : whySealedAgain(found.sealed, found);
}

/** Says why the worker seals the run again, whose identity is the same. */
function whySealedAgain({ coverage }: Manifest, found: FoundRun): string {
  const transient = coverage.transient ?? 0;
  if (transient === 0 || !found.isWhole) return "files that its manifest lists are missing";
  return `asking again for ${transient === 1 ? "a request" : `${transient} requests`} without an answer`;
}

/** Says which stored answers are used. */
export function reusedText(isFresh: boolean, comparison: IdentityComparison): string {
  if (isFresh) return "stored answers are not used";
  const hasOtherModel = comparison.kind === "reopen" && comparison.changed.some((what) => what.startsWith(MODEL_PART));
  return `${hasOtherModel ? "only answers of the present model" : "answers"} to equal requests are reused`;
}
