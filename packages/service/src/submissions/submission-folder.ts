import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { type EndedState, isFinal } from "./run-state.ts";

/**
 * submissions/<id>/settled.json: how runs ended, as the sweep has seen it. What has ended stays so for its submission, whatever a later
 * one makes of the same folder: it is looked at once. What an earlier version wrote here has no `ended`, and is looked at again.
 */
export const Settled = z.object({
  formatVersion: z.literal(1),
  ended: z.record(z.string(), RunState).default({}),
});
export type Settled = z.infer<typeof Settled>;

/** What a submission's folder tells of its runs, without a request a run. */
export interface SubmissionFolder {
  /** run -> how it ended; those that were handled since are not among them */
  readonly ended: ReadonlyMap<string, EndedState>;
  readonly isCancelled: boolean;
  /** a worker of this submission has come to it */
  isStarted(run: string): boolean;
  /** a worker, or who gave it up, has settled it */
  isHandled(run: string): boolean;
}

/** One object and one listing: a request for each 1,000 files. `runs`: once these have ended, what they are asked for is known without a listing. */
export async function readFolder(
  objects: ObjectStore,
  id: string,
  runs?: readonly { readonly run: string }[],
): Promise<SubmissionFolder> {
  const settled = await getJson(objects, keys.submissionSettled(id), Settled);
  const ended = new Map(Object.entries(settled?.ended ?? {}).filter(hasEnded));
  // not where one is cancelled: a worker that was at it then may have ended it nevertheless
  const isSure = ({ run }: { readonly run: string }): boolean => (ended.get(run)?.state ?? "cancelled") !== "cancelled";
  if (runs?.every(isSure) === true) return { ended, isCancelled: false, isStarted: () => true, isHandled: () => true };

  const files = new Set<string>();
  for await (const { key } of objects.list(keys.submissionFiles(id))) files.add(key);
  const isHandled = (run: string): boolean => files.has(keys.submissionHandled(id, run));
  for (const [run, { state }] of ended) if (state === "cancelled" && isHandled(run)) ended.delete(run);
  return {
    ended,
    isCancelled: files.has(keys.submissionCancel(id)),
    isStarted: (run) => files.has(keys.submissionStarted(id, run)),
    isHandled,
  };
}

const hasEnded = (entry: [string, RunState]): entry is [string, EndedState] => isFinal(entry[1]);
