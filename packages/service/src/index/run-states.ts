import { indexKeys, ordinalOf, RUN_STATES } from "@medhelm/core/store/index-keys";
import type { Index, IndexItem, ObjectStore } from "@medhelm/core/ports";
import { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { isFinal, runState } from "../submissions/run-state.ts";
import { itemsOf, unchanged } from "./items.ts";
import { type FoundSubmission, SubmissionRecord } from "./submission-record.ts";

/** The state of one run for its submission. A run without a record is queued. */
export const RunStateRecord = z.object({
  /** The term of the lease under which the state was reached. */
  term: z.int(),
  state: RunState,
  /** A worker has settled the run for this submission, so a later cancellation does not change it. */
  isHandled: z.literal(true).exactOptional(),
});
export type RunStateRecord = z.infer<typeof RunStateRecord>;

/** The index holds small items; the whole reason of a failure is in its object. */
const MAX_REASON_LENGTH = 10_000;

/** The state as the index stores it. */
export const indexedState = (state: RunState): RunState =>
  state.state === "failed" ? { ...state, reason: state.reason.slice(0, MAX_REASON_LENGTH) } : state;

/** One run of a submission. `ordinal`: its position in the submission. */
export interface RunOfSubmission {
  readonly id: string;
  readonly ordinal: number;
}

export type NewRunState = Omit<RunStateRecord, "term">;

export interface SubmissionStates extends FoundSubmission {
  /** position -> the stored record */
  readonly stored: ReadonlyMap<number, RunStateRecord>;
  /** The state of each run, in the submission's order. */
  readonly states: readonly RunState[];
}

/** Reads a submission's record and the states of its runs in one query. Undefined: the index has no such submission. */
export async function readStates(index: Index, id: string): Promise<SubmissionStates | undefined> {
  const stored = new Map<number, RunStateRecord>();
  let meta: IndexItem | undefined;
  for await (const item of itemsOf(index, indexKeys.submission(id)))
    if (item.sort.startsWith(RUN_STATES)) stored.set(ordinalOf(item.sort), RunStateRecord.parse(item.value));
    else if (item.sort === indexKeys.submissionMeta(id).sort) meta = item;
  if (meta === undefined) return undefined;
  const record = SubmissionRecord.parse(meta.value);
  const states = Array.from({ length: record.runs }, (_, i) => shownState(record, stored.get(i)));
  return { id, record, revision: meta.revision, stored, states };
}

/** Reads the state of one run. Undefined: the index has no such submission. */
export async function readRunState(index: Index, { id, ordinal }: RunOfSubmission): Promise<RunState | undefined> {
  const keys = [indexKeys.submissionMeta(id), indexKeys.runState(id, ordinal)];
  const [meta, stored] = await index.getAll(keys);
  if (meta === undefined || meta.sort !== keys[0]?.sort) return undefined;
  return shownState(SubmissionRecord.parse(meta.value), stored && RunStateRecord.parse(stored.value));
}

/** A cancellation ends each run that no worker has settled. */
function shownState({ cancelledAt }: SubmissionRecord, stored: RunStateRecord | undefined): RunState {
  const state = stored?.state ?? { state: "queued" };
  const isOpen = !isFinal(state) && stored?.isHandled !== true;
  return isOpen && cancelledAt !== undefined ? { state: "cancelled" } : state;
}

/**
 * Records the state of a run. It keeps a record of a higher term, and within a term it never replaces a final state by
 * an open one, so a worker that stalled and woke changes nothing. Returns whether the state is stored.
 * @param ownTerm absent: a writer without a lease, e.g. the dispatcher, which keeps the stored term
 */
export async function recordRunState(
  index: Index,
  { id, ordinal }: RunOfSubmission,
  { state: whole, ...more }: NewRunState,
  ownTerm?: number,
): Promise<boolean> {
  const state = { state: indexedState(whole), ...more };
  const key = indexKeys.runState(id, ordinal);
  for (;;) {
    const found = await index.get(key);
    const stored = found && RunStateRecord.parse(found.value);
    const term = ownTerm ?? stored?.term ?? 0;
    if (stored !== undefined && !mayReplace(stored, { term, ...state })) return false;
    if (stored !== undefined && isSame(stored, { term, ...state })) return true;
    const { outcome } = await index.write([
      { kind: "put", ...key, value: { term, ...state }, condition: unchanged(found) },
    ]);
    if (outcome === "written") return true;
  }
}

/**
 * Records a state that the sweep has derived from the objects, unless the stored record has changed since `seen` was
 * read: its writer knows more. Returns whether the state is stored.
 */
export async function repairRunState(
  index: Index,
  { id, ordinal }: RunOfSubmission,
  seen: RunStateRecord | undefined,
  { state, ...more }: NewRunState,
): Promise<boolean> {
  const key = indexKeys.runState(id, ordinal);
  const found = await index.get(key);
  if (JSON.stringify(found && RunStateRecord.parse(found.value)) !== JSON.stringify(seen)) return false;
  const next = { term: seen?.term ?? 0, state: indexedState(state), ...more };
  if (seen !== undefined && !mayReplace(seen, next)) return false;
  return (await index.write([{ kind: "put", ...key, value: next, condition: unchanged(found) }])).outcome === "written";
}

const mayReplace = (stored: RunStateRecord, next: RunStateRecord): boolean =>
  next.term > stored.term || (next.term === stored.term && (isFinal(next.state) || !isFinal(stored.state)));

const isSame = (stored: RunStateRecord, next: RunStateRecord): boolean =>
  stored.term === next.term &&
  stored.isHandled === next.isHandled &&
  JSON.stringify(stored.state) === JSON.stringify(next.state);

// ---- runs that wait for their seal -----------------------------------------------------------------------------

export interface WaitingPorts {
  readonly objects: ObjectStore;
  /** Absent: `medhelm run`, which has no submissions. */
  readonly index?: Index;
}

/**
 * Records that a worker has settled a run for its submission, after the object that says so. A run that is not sealed yet
 * waits for its seal: the aggregator finds the waiting item. The folder is read again after that item is written, so a
 * seal at any moment is found here or by the aggregator.
 */
export async function recordHandled(
  ports: WaitingPorts,
  { id, ordinal, suite, run }: RunOfSubmission & { readonly suite: string; readonly run: string },
  term?: number,
): Promise<void> {
  const { index, objects } = ports;
  if (index === undefined) return;
  const state = await runState(objects, suite, run);
  await recordRunState(index, { id, ordinal }, { state, isHandled: true }, term);
  if (isFinal(state)) return;
  await index.write([{ kind: "put", ...indexKeys.waitingSubmission(suite, run, id, ordinal), value: {} }]);
  await resolveWaiting(ports, suite, run);
}

/**
 * Records the end of a run for every submission that waits for it. Call it after the run's manifest or failure is
 * stored; repeating it is harmless.
 */
export async function resolveWaiting({ objects, index }: WaitingPorts, suite: string, run: string): Promise<void> {
  if (index === undefined) return;
  const waiting: IndexItem[] = [];
  for await (const item of itemsOf(index, indexKeys.waiting(suite, run))) waiting.push(item);
  if (waiting.length === 0) return;
  const state = await runState(objects, suite, run);
  if (!isFinal(state)) return;
  for (const item of waiting) {
    const [id, ordinal] = item.sort.split("/");
    if (id === undefined || ordinal === undefined) continue;
    await recordRunState(index, { id, ordinal: Number(ordinal) }, { state, isHandled: true });
    await index.write([{ kind: "delete", partition: item.partition, sort: item.sort }]);
  }
}
