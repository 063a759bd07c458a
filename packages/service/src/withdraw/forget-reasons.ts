import { JobRecord } from "@medhelm/core/jobs/job";
import type { Index, ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";
import { updateJson } from "@medhelm/core/store/update-json";
import type { RunState, StoredSubmission } from "@medhelm/core/submission";
import { replaceReason } from "../index/run-states.ts";
import { Settled } from "../submissions/submission-folder.ts";
import { Handled } from "../submissions/submission-run-state.ts";

const FORGOTTEN = "the reason was deleted with the text of its benchmark; submit the run again to see why it fails";

/**
 * Deletes the reasons of a submission's failed runs and jobs. A reason may quote a row of the data or a server's reply about a prompt. Safe to
 * repeat.
 */
export async function forgetReasons(
  { objects, index }: { readonly objects: ObjectStore; readonly index?: Index },
  { id, runs }: Pick<StoredSubmission, "id" | "runs">,
): Promise<void> {
  for await (const { key } of objects.list(keys.allHandled(id)))
    await updateJson(objects, key, Handled, (stored) =>
      stored?.result === "failed" && stored.reason !== FORGOTTEN ? { ...stored, reason: FORGOTTEN } : undefined,
    );
  await updateJson(objects, keys.submissionSettled(id), Settled, (stored) => {
    const ended = Object.entries(stored?.ended ?? {});
    if (stored === undefined || !ended.some(([, state]) => hasReason(state))) return undefined;
    return { ...stored, ended: Object.fromEntries(ended.map(([run, state]) => [run, withoutReason(state)])) };
  });
  for await (const { key } of objects.list(keys.jobs(id)))
    await updateJson(objects, key, JobRecord, (stored) =>
      stored?.givenUp === undefined || stored.givenUp === FORGOTTEN ? undefined : { ...stored, givenUp: FORGOTTEN },
    );
  if (index === undefined) return;
  for (const ordinal of runs.keys()) await replaceReason(index, { id, ordinal }, FORGOTTEN);
}

const hasReason = (state: RunState): boolean => state.state === "failed" && state.reason !== FORGOTTEN;

const withoutReason = (state: RunState): RunState =>
  state.state === "failed" ? { ...state, reason: FORGOTTEN } : state;
