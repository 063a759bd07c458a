import { collect } from "@medhelm/core/run/collect";
import { indexKeys, ordinalOf, RUN_COUNTS, RUN_STATES } from "@medhelm/core/store/index-keys";
import type { Index, IndexItem, IndexWrite, ObjectStore } from "@medhelm/core/ports";
import { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { isFinal, runState, STATE_NAMES } from "../submissions/run-state.ts";
import { type IndexWrites, itemsOf, unchanged, writePlanned, parseItem } from "./items.ts";
import { type Counts, correctCounts, movedCounts, type RunCounts, sumOfCounts, touchesCounts } from "./run-counts.ts";
import { type FoundSubmission, recordOf, SubmissionRecord } from "./submission-record.ts";

/** The state of one run for its submission. A run without a record is queued. */
export const RunStateRecord = z.object({
  /** The term of the lease under which the state was reached. */
  term: z.int(),
  state: RunState,
  /** A worker has settled the run for this submission, so a later cancellation does not change it. */
  isHandled: z.literal(true).exactOptional(),
  /** An object of the run cannot be read: any later state replaces this one. */
  isUnreadable: z.literal(true).exactOptional(),
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
  /** Where the run waits for its seal. Absent: the state does not change that. */
  readonly suite?: string;
  readonly run?: string;
}

export type NewRunState = Omit<RunStateRecord, "term">;

/** A submission's record, and how many of its runs are in each state. */
export interface Standing extends FoundSubmission {
  readonly countItems: readonly IndexItem[];
  /** Undefined: an earlier version wrote the submission, and only its run states show the counts. */
  readonly counts?: ReturnType<typeof sumOfCounts>;
}

export interface SubmissionStates extends Standing {
  /** position -> the stored record */
  readonly stored: ReadonlyMap<number, RunStateRecord>;
  /** The state of each run, in the submission's order. */
  readonly states: readonly RunState[];
}

/** Reads a submission's record and the states of its runs in one query. Undefined: the index has no such submission. */
export async function readStates(index: Index, id: string): Promise<SubmissionStates | undefined> {
  const items = await collect(itemsOf(index, indexKeys.submission(id)));
  const standing = standingOf(id, items);
  return standing && { ...standing, ...statesOf(standing.record, items, 0, standing.record.runs) };
}

/** Reads a submission's record and its counts in one query, which does not depend on the number of runs. */
export async function readStanding(index: Index, id: string): Promise<Standing | undefined> {
  return standingOf(id, await collect(itemsOf(index, indexKeys.submission(id), { before: RUN_STATES })));
}

/** Reads the states of at most `limit` runs from position `from`. Undefined: the index has no such submission. */
export async function readSomeStates(
  index: Index,
  id: string,
  from: number,
  limit: number,
): Promise<SubmissionStates | undefined> {
  const before = indexKeys.runState(id, from + limit).sort;
  const partition = indexKeys.submission(id);
  const items =
    from === 0
      ? await collect(itemsOf(index, partition, { before }))
      : (
          await Promise.all([
            collect(itemsOf(index, partition, { before: RUN_STATES })),
            collect(itemsOf(index, partition, { after: indexKeys.runState(id, from - 1).sort, before })),
          ])
        ).flat();
  const standing = standingOf(id, items);
  if (standing === undefined) return undefined;
  return { ...standing, ...statesOf(standing.record, items, from, Math.min(limit, standing.record.runs - from)) };
}

function standingOf(id: string, items: readonly IndexItem[]): Standing | undefined {
  const meta = items.find(({ sort }) => sort === indexKeys.submissionMeta(id).sort);
  if (meta === undefined) return undefined;
  const countItems = items.filter(({ sort }) => sort.startsWith(RUN_COUNTS));
  return {
    id,
    record: recordOf(meta),
    revision: meta.revision,
    countItems,
    counts: sumOfCounts(countItems),
  };
}

function statesOf(record: SubmissionRecord, items: readonly IndexItem[], from: number, length: number) {
  const stored = new Map<number, RunStateRecord>();
  for (const item of items)
    if (item.sort.startsWith(RUN_STATES)) stored.set(ordinalOf(item.sort), parseItem(item, RunStateRecord));
  const states = Array.from({ length: Math.max(0, length) }, (_, i) => shownState(record, stored.get(from + i)));
  return { stored, states };
}

const total = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

/** The counts as users see them, as `shownState` shows each run. */
export function shownCounts(
  { cancelledAt, unreadable, runs }: Pick<SubmissionRecord, "cancelledAt" | "unreadable" | "runs">,
  { kept, open }: Pick<RunCounts, "kept" | "open">,
): Counts {
  const rest = runs - total(kept);
  let others: Counts = { ...open, queued: rest - total(open) };
  if (cancelledAt !== undefined) others = { cancelled: rest };
  else if (unreadable !== undefined) others = { failed: rest };
  const shown: Counts = {};
  for (const name of STATE_NAMES) {
    const count = (kept[name] ?? 0) + (others[name] ?? 0);
    if (count !== 0) shown[name] = count;
  }
  return shown;
}

/** Reads the state of one run. Undefined: the index has no such submission. */
export async function readRunState(index: Index, { id, ordinal }: RunOfSubmission): Promise<RunState | undefined> {
  const keys = [indexKeys.submissionMeta(id), indexKeys.runState(id, ordinal)];
  const [meta, stored] = await index.getAll(keys);
  if (meta === undefined || meta.sort !== keys[0]?.sort) return undefined;
  return shownState(parseItem(meta, SubmissionRecord), stored && parseItem(stored, RunStateRecord));
}

/** A cancellation, or an object of the submission that cannot be read, ends each run that no worker has settled. */
function shownState({ cancelledAt, unreadable }: SubmissionRecord, stored: RunStateRecord | undefined): RunState {
  const state = stored?.state ?? { state: "queued" };
  if (isFinal(state) || stored?.isHandled === true) return state;
  if (cancelledAt !== undefined) return { state: "cancelled" };
  return unreadable === undefined ? state : { state: "failed", reason: unreadable.reason };
}

/**
 * Records the state of a run. It keeps a record of a higher term, and within a term it never replaces a final state by an open one. A worker that
 * stalled and then continues therefore changes nothing. Returns whether the state is stored.
 * @param ownTerm absent: a writer without a lease, e.g. the dispatcher, which keeps the stored term
 */
export async function recordRunState(
  index: Index,
  of: RunOfSubmission,
  state: NewRunState,
  ownTerm?: number,
): Promise<boolean> {
  let isStored = false;
  await writePlanned(index, async () => {
    const planned = await planState(index, of, state, ownTerm);
    isStored = planned.isStored;
    return planned.writes;
  });
  return isStored;
}

/** `writes`: undefined if the record must stay as it is. `isStored`: the state is stored, or will be after the writes. */
async function planState(
  index: Index,
  of: RunOfSubmission,
  { state, ...more }: NewRunState,
  ownTerm: number | undefined,
): Promise<{ readonly isStored: boolean; readonly writes?: IndexWrites }> {
  const found = await index.get(indexKeys.runState(of.id, of.ordinal));
  const stored = found && parseItem(found, RunStateRecord);
  const next = { term: ownTerm ?? stored?.term ?? 0, state: indexedState(state), ...more };
  if (stored !== undefined && !mayReplace(stored, next)) return { isStored: false };
  if (stored !== undefined && isSame(stored, next)) return { isStored: true };
  return { isStored: true, writes: await stateWrites(index, of, found, stored, next) };
}

/**
 * Records a state that the sweep has derived from the objects, unless the stored record has changed since `seen` was
 * read: its writer knows more. Returns whether the state is stored.
 */
export async function repairRunState(
  index: Index,
  of: RunOfSubmission,
  seen: RunStateRecord | undefined,
  { state, ...more }: NewRunState,
): Promise<boolean> {
  const key = indexKeys.runState(of.id, of.ordinal);
  const next = { term: seen?.term ?? 0, state: indexedState(state), ...more };
  if (seen !== undefined && !mayReplace(seen, next)) return false;
  let isStored = false;
  await writePlanned(index, async () => {
    const found = await index.get(key);
    const stored = found && parseItem(found, RunStateRecord);
    isStored = JSON.stringify(stored) === JSON.stringify(seen);
    return isStored ? stateWrites(index, of, found, stored, next) : undefined;
  });
  return isStored;
}

/** Replaces the reason of a failed run, which keeps its state. */
export async function replaceReason(index: Index, { id, ordinal }: RunOfSubmission, reason: string): Promise<void> {
  const key = indexKeys.runState(id, ordinal);
  await writePlanned(index, async () => {
    const found = await index.get(key);
    const stored = found && parseItem(found, RunStateRecord);
    if (stored?.state.state !== "failed" || stored.state.reason === reason) return undefined;
    const value = { ...stored, state: { ...stored.state, reason } };
    return [{ kind: "put", ...key, value, condition: unchanged(found) }];
  });
}

/** The writes of a run's state, of its counts if they change, and of the item with which it waits for its seal. */
async function stateWrites(
  index: Index,
  of: RunOfSubmission,
  found: IndexItem | undefined,
  stored: RunStateRecord | undefined,
  next: RunStateRecord,
): Promise<IndexWrites> {
  const { id, ordinal } = of;
  const put = { kind: "put", ...indexKeys.runState(id, ordinal), value: next, condition: unchanged(found) } as const;
  const waiting = waitingWrites(of, stored, next);
  if (!touchesCounts(stored, next)) return [put, ...waiting];
  const key = indexKeys.runCounts(id, ordinal);
  const counts = await index.get(key);
  return [
    put,
    { kind: "put", ...key, value: movedCounts(counts, stored, next), condition: unchanged(counts) },
    ...waiting,
  ];
}

const isWaiting = (record: RunStateRecord | undefined): boolean => record?.isHandled === true && !isFinal(record.state);

/** The change of the item with which a run waits for its seal; it belongs into the transaction of the state. */
export function waitingWrites(
  { id, ordinal, suite, run }: RunOfSubmission,
  stored: RunStateRecord | undefined,
  next: RunStateRecord,
): IndexWrite[] {
  if (suite === undefined || run === undefined) return [];
  const key = indexKeys.waitingSubmission(suite, run, id, ordinal);
  if (isWaiting(next)) return [{ kind: "put", ...key, value: {} }];
  return isWaiting(stored) ? [{ kind: "delete", ...key }] : [];
}

/** Whether the counts are those of the run states. Concurrent writers may make them look wrong. */
export const hasRightCounts = ({ id, countItems, stored }: SubmissionStates): boolean =>
  correctCounts(id, countItems, stored) === undefined;

/** Makes the counts of a submission those of its run states, for a submission of an earlier version. */
export async function repairCounts(index: Index, id: string): Promise<void> {
  await writePlanned(index, async () => {
    const found = await readStates(index, id);
    return found && correctCounts(id, found.countItems, found.stored);
  });
}

const mayReplace = (stored: RunStateRecord, next: RunStateRecord): boolean =>
  next.term > stored.term ||
  stored.isUnreadable === true ||
  (next.term === stored.term && (isFinal(next.state) || !isFinal(stored.state)));

const isSame = (stored: RunStateRecord, next: RunStateRecord): boolean =>
  stored.term === next.term &&
  stored.isHandled === next.isHandled &&
  stored.isUnreadable === next.isUnreadable &&
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
  of: RunOfSubmission & { readonly suite: string; readonly run: string },
  term?: number,
): Promise<void> {
  const { index, objects } = ports;
  if (index === undefined) return;
  const state = await runState(objects, of.suite, of.run);
  await recordRunState(index, of, { state, isHandled: true }, term);
  if (!isFinal(state)) await resolveWaiting(ports, of.suite, of.run);
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
  for (const { partition, sort } of waiting) {
    const [id, ordinal] = sort.split("/");
    if (id === undefined || ordinal === undefined) continue;
    // in one transaction: an item that is left would let a later seal replace the recorded end
    await writePlanned(index, async () => {
      const { writes = [] } = await planState(
        index,
        { id, ordinal: Number(ordinal) },
        { state, isHandled: true },
        undefined,
      );
      return [{ kind: "delete", partition, sort }, ...writes];
    });
  }
}
