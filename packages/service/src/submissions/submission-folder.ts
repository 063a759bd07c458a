import { keys } from "@medhelm/core/store/object-keys";
import { getToChange } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { type EndedState, isFinal } from "./run-state.ts";

/**
 * submissions/<id>/settled.json: how runs ended, as the sweep has seen it. An ended run keeps its result for its
 * submission, even if a later submission changes the same folder, so the sweep reads it once. Records of an earlier
 * version have no `ended` and are read again.
 */
export const Settled = z.object({
  formatVersion: z.literal(1),
  ended: z.record(z.string(), RunState).default({}),
});
export type Settled = z.infer<typeof Settled>;

/** submissions/<id>/done.json: the time of the end. */
export const Done = z.object({ formatVersion: z.literal(1), at: z.string() });

/** The state of a submission's runs that its folder shows without a request per run. */
export interface SubmissionFolder {
  /** the stored object, for its next version */
  readonly settled: Settled;
  /** run -> how it ended; without runs that were handled since */
  readonly ended: ReadonlyMap<string, EndedState>;
  readonly isCancelled: boolean;
  /** a worker of this submission has started the run */
  isStarted(run: string): boolean;
  /** a worker, or the code that gave it up, has settled the run */
  isHandled(run: string): boolean;
}

/**
 * Reads one object and one listing, which takes one request per 1,000 files. If all `runs` have ended, it needs no
 * listing.
 */
export async function readFolder(
  objects: ObjectStore,
  id: string,
  runs?: readonly { readonly run: string }[],
): Promise<SubmissionFolder> {
  const settled = (await getToChange(objects, keys.submissionSettled(id), Settled)) ?? { formatVersion: 1, ended: {} };
  const ended = new Map(Object.entries(settled.ended).filter(hasEnded));
  // a cancelled run is not sure: a worker that was working on it may still have ended it
  const isSure = ({ run }: { readonly run: string }): boolean => (ended.get(run)?.state ?? "cancelled") !== "cancelled";
  if (runs?.every(isSure) === true)
    return { settled, ended, isCancelled: false, isStarted: () => true, isHandled: () => true };

  const files = new Set<string>();
  for await (const { key } of objects.list(keys.submissionFiles(id))) files.add(key);
  const isHandled = (run: string): boolean => files.has(keys.submissionHandled(id, run));
  for (const [run, { state }] of ended) if (state === "cancelled" && isHandled(run)) ended.delete(run);
  return {
    settled,
    ended,
    isCancelled: files.has(keys.submissionCancel(id)),
    isStarted: (run) => files.has(keys.submissionStarted(id, run)),
    isHandled,
  };
}

const hasEnded = (entry: [string, RunState]): entry is [string, EndedState] => isFinal(entry[1]);
