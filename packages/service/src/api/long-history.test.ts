import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture } from "@medhelm/testing/fixtures/api";
import { submissionOf } from "@medhelm/testing/fixtures/dispatch";
import { countedIndex } from "@medhelm/testing/stores/counted-index";
import { type RunLedgerEntry, runLedgerEntryName } from "@medhelm/core/money/ledger-entry";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Index, IndexWrite } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { expect, test } from "vitest";
import { markBuilt } from "../index/built.ts";
import { repairCounts } from "../index/run-states.ts";
import { createSubmission } from "../index/submission-record.ts";
import { repairSums } from "../index/usage-sums.ts";
import { newestFirstId } from "./submissions/submit.ts";

// The requests and the read items of each route do not grow with the runs behind the page that it returns.

const MONTH = "2025-01";
const AT = `${MONTH}-01T00:00:00.000Z`;

function submissionWith(runs: number, number: number): StoredSubmission {
  const some = submissionOf(Object.fromEntries(Array.from({ length: runs }, (_, i) => [`run-${i}`, {}])));
  const id = newestFirstId(Date.parse(AT) - number, "0".repeat(12));
  return { ...some, id, createdAt: AT, request: { ...some.request, suite: `suite-${number % 40}` } };
}

function charge({ id, request }: StoredSubmission, run: string): RunLedgerEntry {
  const line = { role: "candidate", deployment: "m/one", model: "m", requests: 1, unmetered: 0 } as const;
  const head = { formatVersion: 1, kind: "run", owner: "ann", month: MONTH, submission: id } as const;
  const lines = [{ ...line, promptTokens: 1, completionTokens: 1, microUsd: 1 }];
  return { ...head, suite: request.suite, run, lines };
}

/** Adds an open submission with states and charges of its runs, in few transactions. */
async function addOpen(index: Index, submission: StoredSubmission): Promise<void> {
  const { id, runs } = submission;
  await createSubmission(index, submission, 0);
  const state = { term: 1, state: { state: "running", done: 1, total: 9 } };
  const puts = runs.flatMap(({ run }, ordinal): IndexWrite[] => [
    { kind: "put", ...indexKeys.runState(id, ordinal), value: state },
    { kind: "put", ...indexKeys.usageEntry("ann", MONTH, runLedgerEntryName(id, run)), value: charge(submission, run) },
  ]);
  for (let at = 0; at < puts.length; at += 100) {
    const [first, ...others] = puts.slice(at, at + 100);
    if (first !== undefined) await index.write([first, ...others]);
  }
  await repairCounts(index, id);
  await repairSums(index, submission);
}

async function history(sizes: readonly number[]) {
  const clock = fakeClock(Date.parse(AT));
  const index = countedIndex(sqliteIndex(":memory:", { clock }));
  await markBuilt(index);
  const submissions = sizes.map(submissionWith);
  for (const submission of submissions) await addOpen(index, submission);
  const api = fixture({ clock, index, repliesWhole: true });
  const [last] = submissions;
  if (last !== undefined) await putJson(api.objects, keys.submission(last.id), last);
  const read = async (path: string, headers = {}) => {
    const before = { ...index.requests, items: index.itemsRead };
    const answer = await api.call("GET", path, { headers });
    const text = await answer.text();
    const requests = (["get", "getAll", "query"] as const).reduce(
      (sum, of) => sum + index.requests[of] - before[of],
      0,
    );
    return { status: answer.status, text, requests, items: index.itemsRead - before.items };
  };
  return { index, read, id: last?.id ?? "" };
}

test("1,500 open submissions with 40,000 runs: lists and sums read about one item for each line", async () => {
  const { read } = await history(Array.from({ length: 1500 }, (_, i) => (i % 3 === 0 ? 26 : 27)));
  const page = await read("/v1/submissions");
  expect(page).toMatchObject({ status: 200, requests: 21, items: 70 });
  expect(JSON.parse(page.text).submissions[0]).toMatchObject({ state: "running", counts: { running: 26 } });
  const filtered = await read("/v1/submissions?state=sealed&limit=100");
  expect(filtered).toMatchObject({ status: 200, requests: 201, items: 610 });
  const usage = await read(`/v1/usage?month=${MONTH}`);
  expect(JSON.parse(usage.text).totals).toMatchObject({ requests: 40_000, microUsd: 40_000 });
  expect(usage).toMatchObject({ status: 200, requests: 2, items: 1501 });
});

test("a submission of 8,000 runs is listed, summed and polled by its counts and sums, and a page reads its own runs only", async () => {
  const { index, read, id } = await history([8000]);
  expect(await read(`/v1/submissions/${id}`)).toMatchObject({ status: 200, requests: 2, items: 8017 });
  const cursor = Buffer.from(JSON.stringify([1, "7990"])).toString("base64url");
  const last = await read(`/v1/submissions/${id}?cursor=${cursor}`);
  expect(JSON.parse(last.text)).toMatchObject({ state: "running", counts: { running: 8000 }, runCount: 8000 });
  expect(last).toMatchObject({ status: 200, requests: 2, items: 27 });
  expect(await read("/v1/submissions")).toMatchObject({ requests: 2, items: 18 });
  expect(await read(`/v1/usage?month=${MONTH}&submission=${id}`)).toMatchObject({ requests: 1, items: 1 });
  const awaiting = { term: 1, state: { state: "awaiting", deployment: "host/judge" } };
  for (let ordinal = 0; ordinal < 8000; ordinal++)
    await index.write([{ kind: "put", ...indexKeys.runState(id, ordinal), value: awaiting }]);
  await repairCounts(index, id);
  const { text } = await read(`/v1/submissions/${id}/events`);
  const lastId = /^id: (.*)$/m.exec(text)?.[1] ?? "";
  const polled = await read(`/v1/submissions/${id}/events`, { "last-event-id": lastId });
  expect(polled).toEqual({ status: 200, text: "retry: 10000\n\n", requests: 1, items: 17 });
});

test("a month of more submissions than one answer can hold is refused after the first page of the index", async () => {
  const { index, read } = await history([]);
  const parts = [{ ...NOTHING, deployment: "m/one", model: "m", requests: 1 }];
  for (let number = 0; number < 2500; number++) {
    const key = indexKeys.usageSum("ann", MONTH, String(number), 0);
    await index.write([{ kind: "put", ...key, value: { suite: "s", parts, isComplete: true } }]);
  }
  const count = async (amount: number) => index.write([{ kind: "add", ...indexKeys.usageCount("ann", MONTH), amount }]);
  await count(20_000);
  expect(await read(`/v1/usage?month=${MONTH}`)).toMatchObject({ status: 200, requests: 3, items: 2502 });
  await count(1);
  expect(await read(`/v1/usage?month=${MONTH}`)).toMatchObject({ status: 413, requests: 3, items: 2502 });
});
const NOTHING = { requests: 0, promptTokens: 0, completionTokens: 0, unmetered: 0, gpuMs: 0, microUsd: 0 };
