import { canonicalJson } from "@medhelm/core/store/canonical";
import { indexKeys, RUN_COUNTS } from "@medhelm/core/store/index-keys";
import type { IndexItem, IndexWrite } from "@medhelm/core/ports";
import { keepUnknown } from "@medhelm/core/store/objects";
import type { RunState } from "@medhelm/core/submission";
import { z } from "zod";
import { isFinal, STATE_NAMES, type StateName } from "../submissions/run-state.ts";
import { type IndexWrites, unchanged, parseItem } from "./items.ts";

export const Counts = z.partialRecord(z.enum(STATE_NAMES), z.int());
export type Counts = z.infer<typeof Counts>;

/** How many runs of a part of a submission are in each state, without queued runs. Each write of a state changes it in the same transaction. */
export const RunCounts = z.object({
  /** runs that have ended, and runs that a worker has settled: a cancellation does not change them */
  kept: Counts,
  open: Counts,
  /** Only in the first item of a submission: all items count every run. Absent: an earlier version wrote the states. */
  isComplete: z.literal(true).exactOptional(),
});
export type RunCounts = z.infer<typeof RunCounts>;

const NONE: RunCounts = { kept: {}, open: {} };

/** The counts of a submission whose runs are all queued. */
export const firstCounts = (id: string): IndexWrite => ({
  ...indexKeys.runCounts(id, 0),
  kind: "put",
  value: { ...NONE, isComplete: true },
});

interface Counted {
  readonly state: RunState;
  readonly isHandled?: true;
}

function placeOf(record: Counted | undefined): readonly ["kept" | "open", StateName] | undefined {
  if (record === undefined) return undefined;
  const { state } = record.state;
  if (isFinal(record.state) || record.isHandled === true) return ["kept", state];
  return state === "queued" ? undefined : ["open", state];
}

/** Whether a change of a run's state changes its counts, or more than its progress: such a change gives the counts another revision. */
export const touchesCounts = (before: Counted | undefined, after: Counted): boolean =>
  placeOf(before)?.join() !== placeOf(after)?.join() || withoutProgress(before?.state) !== withoutProgress(after.state);

/** Whether only a look at the states shows each change: the progress of such runs does not change the counts. */
export const hasProgress = ({ open }: Pick<RunCounts, "open">): boolean => (open.running ?? 0) + (open.judged ?? 0) > 0;

const withoutProgress = (state: RunState = { state: "queued" }): string =>
  canonicalJson("done" in state ? { state: state.state } : state);

/** The counts after a run has changed from one state to another. */
export function movedCounts(item: IndexItem | undefined, before: Counted | undefined, after: Counted): RunCounts {
  const counts = item === undefined ? NONE : keepUnknown(item.value, parseItem(item, RunCounts));
  return add(add(counts, placeOf(before), -1), placeOf(after), 1);
}

function add(counts: RunCounts, place: ReturnType<typeof placeOf>, amount: number): RunCounts {
  if (place === undefined) return counts;
  const [part, name] = place;
  const { [name]: count = 0, ...others } = counts[part];
  return { ...counts, [part]: count + amount === 0 ? others : { ...others, [name]: count + amount } };
}

/** Adds up the items of a submission. Undefined: the items do not count every run. */
export function sumOfCounts(items: readonly IndexItem[]): Omit<RunCounts, "isComplete"> | undefined {
  const parts = items.filter(({ sort }) => sort.startsWith(RUN_COUNTS)).map((item) => parseItem(item, RunCounts));
  if (parts[0]?.isComplete !== true) return undefined;
  return { kept: plus(parts.map(({ kept }) => kept)), open: plus(parts.map(({ open }) => open)) };
}

function plus(counts: readonly Counts[]): Counts {
  const sum: Counts = {};
  for (const one of counts)
    for (const name of STATE_NAMES) if (one[name] !== undefined) sum[name] = (sum[name] ?? 0) + one[name];
  return sum;
}

/**
 * The writes that make the counts those of the stored states; undefined if they are right. They take place only if no counts have changed
 * since `items` were read, and `items` were read before the states.
 */
export function correctCounts(
  id: string,
  items: readonly IndexItem[],
  states: ReadonlyMap<number, Counted>,
): IndexWrites | undefined {
  const right = new Map<string, RunCounts>();
  for (const [ordinal, record] of states) {
    const { sort } = indexKeys.runCounts(id, ordinal);
    right.set(sort, add(right.get(sort) ?? NONE, placeOf(record), 1));
  }
  const first = indexKeys.runCounts(id, 0).sort;
  right.set(first, { ...(right.get(first) ?? NONE), isComplete: true });
  let isRight = true;
  const writes: IndexWrite[] = [];
  for (const key of indexKeys.allRunCounts(id)) {
    const item = items.find(({ sort }) => sort === key.sort);
    const value = right.get(key.sort) ?? NONE;
    const isSame = canonicalJson(item === undefined ? NONE : parseItem(item, RunCounts)) === canonicalJson(value);
    isRight &&= isSame;
    writes.push({ ...key, condition: unchanged(item), ...(isSame ? { kind: "check" } : { kind: "put", value }) });
  }
  const [one, ...others] = writes;
  return isRight || one === undefined ? undefined : [one, ...others];
}
