import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index, IndexItem, IndexWrite } from "@medhelm/core/ports";
import { keepUnknown } from "@medhelm/core/store/objects";
import type { StoredSubmission } from "@medhelm/core/submission";
import { z } from "zod";
import { countStates, type EndedState, ENDS, submissionEnd } from "../submissions/run-state.ts";
import { firstCounts } from "./run-counts.ts";
import { type IndexWrites, isItem, parseItem, writePlanned } from "./items.ts";
import { listRuns, suiteSubmissionWrites } from "./suites.ts";
import { firstSums } from "./usage-sums.ts";

/** How a submission ended: every run is sealed, failed or cancelled, and no job is active. */
export const Ended = z.object({
  state: z.enum(ENDS),
  counts: z.partialRecord(z.enum(ENDS), z.int()),
  at: z.string(),
});
export type Ended = z.infer<typeof Ended>;

/** The end of a submission whose runs ended like this. `at`: time of the end. */
export const endOfRuns = (states: readonly EndedState[], at: string): Ended => ({
  state: submissionEnd(states),
  counts: countStates(states),
  at,
});

/** One line of the lists of submissions. */
export const SubmissionLine = z.object({
  owner: z.string(),
  suite: z.string(),
  createdAt: z.string(),
  /** number of runs */
  runs: z.int(),
  ended: Ended.exactOptional(),
});
export type SubmissionLine = z.infer<typeof SubmissionLine>;

/** The record of a submission. Runs have records of their own (run-states.ts). */
export const SubmissionRecord = SubmissionLine.extend({
  formatVersion: z.literal(1),
  cancelledAt: z.string().exactOptional(),
  /** The sort key of the submission's open item; absent after the end. An open item with another key is outdated. */
  dueKey: z.string().exactOptional(),
  sweptAtMs: z.int().exactOptional(),
  /** The sweep cannot read an object of the submission. The reason is a sentence for the owner. */
  unreadable: z.object({ reason: z.string() }).exactOptional(),
  /** when the sweep last compared the charges with their objects */
  chargedAtMs: z.int().exactOptional(),
});
export type SubmissionRecord = z.infer<typeof SubmissionRecord>;

export interface FoundSubmission {
  readonly id: string;
  readonly record: SubmissionRecord;
  readonly revision: string;
}

/** Undefined: the index has no such submission. */
export async function readSubmissionRecord(index: Index, id: string): Promise<FoundSubmission | undefined> {
  const found = await index.get(indexKeys.submissionMeta(id));
  return found && { id, record: recordOf(found), revision: found.revision };
}

/** The record with the fields of a later version, which a change keeps. */
export const recordOf = (item: IndexItem): SubmissionRecord =>
  keepUnknown(item.value, parseItem(item, SubmissionRecord));

/**
 * Adds a stored submission to the index: its record, its lines in the lists, and its open item. Repeating it changes
 * nothing. The sweep reads the submission when it is due.
 * `isRebuilt`: its runs may have states and charges already, and the caller repairs the counts and sums.
 */
export async function createSubmission(
  index: Index,
  submission: StoredSubmission,
  dueMs: number,
  { isRebuilt = false, ...more }: Pick<SubmissionRecord, "cancelledAt"> & { readonly isRebuilt?: boolean } = {},
): Promise<void> {
  const { id, owner, createdAt, request, runs } = submission;
  const line: SubmissionLine = { owner, suite: request.suite, createdAt, runs: runs.length };
  const due = indexKeys.openItem(dueMs, id);
  const record: SubmissionRecord = { formatVersion: 1, ...line, ...more, dueKey: due.sort };
  await listRuns(index, submission);
  await index.write([
    { kind: "put", ...indexKeys.submissionMeta(id), value: record, condition: { ifAbsent: true } },
    ...(isRebuilt ? [] : [firstCounts(id), firstSums(submission)]),
    ...lines(id, line),
    { kind: "put", ...due, value: { id } },
    ...suiteSubmissionWrites(submission),
  ]);
}

/**
 * Records that the owner has cancelled the submission, and makes it due. It has no effect after the end. Without a
 * record it does nothing, because the sweep creates the record from the objects.
 */
export async function cancelSubmission(index: Index, id: string, cancelledAt: string, dueMs: number): Promise<void> {
  await writePlanned(index, async () => {
    const found = await readSubmissionRecord(index, id);
    if (found === undefined || found.record.ended !== undefined || found.record.cancelledAt !== undefined)
      return undefined;
    return dueWrites(found, dueMs, { cancelledAt });
  });
}

type Moved = Pick<SubmissionRecord, "cancelledAt" | "sweptAtMs" | "chargedAtMs" | "unreadable">;

/**
 * Changes the time at which the sweep reads the submission again. Returns false if another process has changed the
 * record since it was read.
 */
export async function moveDue(index: Index, found: FoundSubmission, dueMs: number, more: Moved = {}): Promise<boolean> {
  return (await index.write(dueWrites(found, dueMs, more))).outcome === "written";
}

const WithDueKey = z.object({ dueKey: z.string() });

/**
 * As `moveDue`, for a record that a later version wrote, whose other fields stay as they are. Of a damaged record only the open item moves. A record that another
 * process has changed meanwhile keeps its open item.
 */
export async function moveUnreadable(
  index: Index,
  { id, dueKey }: { readonly id: string; readonly dueKey: string },
  dueMs: number,
): Promise<void> {
  const item = await index.get(indexKeys.submissionMeta(id));
  const record = WithDueKey.safeParse(item?.value).data;
  if (item === undefined || (record !== undefined && record.dueKey !== dueKey)) return;
  const due = indexKeys.openItem(dueMs, id);
  const condition = { ifRevision: item.revision };
  const meta = indexKeys.submissionMeta(id);
  await index.write([
    record === undefined
      ? { kind: "check", ...meta, condition }
      : { kind: "put", ...meta, value: keepUnknown(item.value, { dueKey: due.sort }), condition },
    { kind: "delete", partition: indexKeys.openWork(), sort: dueKey },
    { kind: "put", ...due, value: { id } },
  ]);
}

function dueWrites({ id, record, revision }: FoundSubmission, dueMs: number, more: Moved): IndexWrites {
  const { unreadable: _, ...rest } = record; // until the sweep finds it again
  const due = indexKeys.openItem(dueMs, id);
  const before = openKey(record.dueKey);
  return [
    {
      kind: "put",
      ...indexKeys.submissionMeta(id),
      value: { ...rest, ...more, dueKey: due.sort },
      condition: { ifRevision: revision },
    },
    ...(before === undefined || before.sort === due.sort ? [] : [{ kind: "delete" as const, ...before }]),
    { kind: "put", ...due, value: { id } },
  ];
}

/** Records the end, after which the sweep does not read the submission. Returns false as `moveDue` does. */
export async function endSubmission(
  index: Index,
  { id, record, revision }: FoundSubmission,
  ended: Ended,
): Promise<boolean> {
  const { dueKey, unreadable: _, ...rest } = record;
  const { owner, suite, createdAt, runs } = record;
  const due = openKey(dueKey);
  const { outcome } = await index.write([
    {
      kind: "put",
      ...indexKeys.submissionMeta(id),
      value: { ...rest, ended },
      condition: { ifRevision: revision },
    },
    ...lines(id, { owner, suite, createdAt, runs, ended }),
    ...(due === undefined ? [] : [{ kind: "delete" as const, ...due }]),
  ]);
  return outcome === "written";
}

/**
 * Writes the lines of a submission again that differ from its record, and the items by which a suite's queued runs are found. It writes
 * nothing if another process has changed the record meanwhile.
 */
export async function repairLines(
  index: Index,
  submission: StoredSubmission,
  { id, record, revision }: FoundSubmission,
): Promise<void> {
  const { owner, suite, createdAt, runs, ended } = record;
  const line: SubmissionLine = { owner, suite, createdAt, runs, ...(ended === undefined ? {} : { ended }) };
  const puts = [...lines(id, line), ...suiteSubmissionWrites(submission)];
  const stored = await index.getAll(puts);
  const isThere = (put: IndexWrite): boolean =>
    put.kind === "put" &&
    stored.some((item) => item.partition === put.partition && item.sort === put.sort && isItem(item, put.value));
  const wrong = puts.filter((put) => !isThere(put));
  if (wrong.length > 0)
    await index.write([
      { kind: "check", ...indexKeys.submissionMeta(id), condition: { ifRevision: revision } },
      ...wrong,
    ]);
}

const lines = (id: string, line: SubmissionLine): IndexWrite[] =>
  [indexKeys.allSubmission(id), indexKeys.ownSubmission(line.owner, id)].map((key) => ({
    kind: "put",
    ...key,
    value: line,
  }));

const openKey = (sort: string | undefined) =>
  sort === undefined ? undefined : { partition: indexKeys.openWork(), sort };
