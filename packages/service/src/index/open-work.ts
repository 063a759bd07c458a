import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import { z } from "zod";
import { noteOpen } from "./submission-record.ts";

const OpenItem = z.object({ id: z.string() });

/** A submission that the sweep must read now. */
export interface DueSubmission {
  readonly id: string;
  readonly dueMs: number;
  /** the sort key of its open item */
  readonly dueKey: string;
}

/** Reads at most `limit` submissions that are due, those first that have been due for the longest time. */
export async function dueSubmissions(index: Index, nowMs: number, limit: number): Promise<DueSubmission[]> {
  const due: DueSubmission[] = [];
  for (let after: string | undefined; due.length < limit; ) {
    const before = indexKeys.dueBefore(nowMs);
    const page = await index.query(indexKeys.openWork(), {
      before,
      limit: limit - due.length,
      ...(after === undefined ? {} : { after }),
    });
    for (const { sort, value } of page.items)
      due.push({ id: OpenItem.parse(value).id, dueMs: Number.parseInt(sort, 10), dueKey: sort });
    if (page.next === undefined) break;
    after = page.next;
  }
  return due;
}

/** Yields the ids of all open submissions. */
export async function* openSubmissionIds(index: Index): AsyncGenerator<string, undefined> {
  for (let after: string | undefined; ; ) {
    const page = await index.query(indexKeys.openWork(), { limit: 1000, ...(after === undefined ? {} : { after }) });
    for (const { value } of page.items) yield OpenItem.parse(value).id;
    if (page.next === undefined) return undefined;
    after = page.next;
  }
}

/** Deletes an open item that no record names. */
export async function dropOpenItem(index: Index, { dueKey }: Pick<DueSubmission, "dueKey">): Promise<void> {
  await index.write([{ kind: "delete", partition: indexKeys.openWork(), sort: dueKey }]);
}

/** Moves an open item whose submission has no record yet. */
export async function postponeOpenItem(index: Index, due: DueSubmission, dueMs: number): Promise<void> {
  await noteOpen(index, due.id, dueMs);
  await dropOpenItem(index, due);
}
