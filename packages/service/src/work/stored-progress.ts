import { keys } from "@medhelm/core/store/object-keys";
import { orDamaged, parseJson, putJson } from "@medhelm/core/store/objects";
import type { StoredObject } from "@medhelm/core/ports";
import { Progress } from "@medhelm/core/run/progress";
import type { RunState } from "@medhelm/core/submission";
import { fromProgress } from "../submissions/run-state.ts";
import type { WorkerPorts, WorkRequest } from "./ports.ts";

/** The progress.json of a run as one worker writes it. */
export interface StoredProgress {
  /** Returns before the put. A lost put does not fail the run: the next one replaces it. */
  write(progress: Progress): void;
  /** Waits for the puts. */
  written(): Promise<unknown>;
  /** Deletes the progress, and records `state` in the index if there is one. A failure is ignored, as that of a put is. */
  remove(state: RunState | undefined): Promise<void>;
}

/**
 * Writes the progress of a run, and after it the index. A worker that stalled past its lease replaces and deletes no progress of its
 * successor, whose `term` is later.
 */
export function storedProgress(
  { objects, index }: Pick<WorkerPorts, "objects" | "index">,
  { plan, suite, submission, ordinal }: WorkRequest,
  term: number,
): StoredProgress {
  const key = keys.progress(suite, plan.runSpec.name);
  let writing: Promise<unknown> = Promise.resolve();
  /** The etag of this worker's last put, or undefined if the stored progress must be read first. */
  let ownEtag: string | undefined;
  const put = async (progress: Progress): Promise<void> => {
    let etag = ownEtag;
    if (etag === undefined) {
      const stored = await objects.get(key);
      if (stored !== undefined && isOfLater(stored, term)) return;
      etag = stored?.etag;
    }
    ownEtag = undefined;
    const condition = etag === undefined ? ({ ifAbsent: true } as const) : { ifMatch: etag };
    const written = await putJson(objects, key, progress, condition);
    if (written.outcome !== "written") return;
    ownEtag = written.etag;
    await record(fromProgress(progress));
  };
  const record = async (state: RunState): Promise<void> => {
    if (index === undefined || submission === undefined || ordinal === undefined) return;
    const { recordRunState } = await import("../index/run-states.ts");
    await recordRunState(index, { id: submission, ordinal }, { state }, term);
  };
  const deleteOwn = async (): Promise<void> => {
    const stored = await objects.get(key);
    if (stored === undefined || isOfLater(stored, term)) return;
    await objects.delete(key, { ifMatch: stored.etag });
  };
  return {
    write(progress) {
      writing = writing.then(() => put({ ...progress, term })).catch(() => undefined);
    },
    written: () => writing,
    async remove(state) {
      await deleteOwn().catch(() => undefined);
      if (state !== undefined) await record(state).catch(() => undefined);
    },
  };
}

/** Whether a later worker wrote this progress. A damaged one is replaced. */
function isOfLater({ body, key }: StoredObject, term: number): boolean {
  try {
    return (parseJson(body, key, Progress).term ?? 0) > term;
  } catch (error) {
    return orDamaged(error) ?? false;
  }
}
