import { LAST_OF_GENERATION, runFileKeys } from "@medhelm/core/store/run-files";
import { newKey } from "@medhelm/service/api/access/api-key";
import { listKey } from "@medhelm/service/index/api-keys";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import type { Index } from "@medhelm/core/ports";
import type { StoredSubmission } from "@medhelm/core/submission";
import { newestFirstId } from "@medhelm/service/api/submissions/submit";
import { recordRunState } from "@medhelm/service/index/run-states";
import { repairSums } from "@medhelm/service/index/usage-sums";
import { refreshRelease } from "@medhelm/service/index/releases";
import { createSubmission, endSubmission, readSubmissionRecord } from "@medhelm/service/index/submission-record";
import { manifestOf } from "@medhelm/testing/fixtures/manifest";
import type { CountedStore } from "./counted-store.ts";

export const DAY_MS = 86_400_000;

/** Where the history is written, without simulated time. */
export interface HistoryPorts {
  readonly store: CountedStore;
  readonly index: Index;
}

/** A submission of `runs` runs, the `n`-th of the history. */
export function submissionAt(atMs: number, n: number, owner: string, runs: number): StoredSubmission {
  const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
  return {
    formatVersion: 1,
    id: newestFirstId(atMs, uuid),
    owner,
    createdAt: new Date(atMs).toISOString(),
    request: { suite: `suite-${owner}`, entries: [{ description: `quiz:n=${n}` }] },
    runs: Array.from({ length: runs }, (_, i) => ({
      run: `quiz:n=${n},part=${i},model=m_one`,
      description: `quiz:n=${n},part=${i}`,
      benchmark: "quiz",
      model: "m/one",
      modelDeployment: "m/one",
    })),
  };
}

/** Adds a submission whose runs are sealed. Its object is empty, because no measured call reads it, and a year of them would fill the memory. */
export async function addEnded({ store, index }: HistoryPorts, submission: StoredSubmission): Promise<void> {
  const { id, createdAt, runs } = submission;
  store.place(keys.submission(id), "{}");
  await createSubmission(index, submission, 0);
  const found = await readSubmissionRecord(index, id);
  if (found === undefined) throw new Error(`${id} has no record`);
  await endSubmission(index, found, { state: "sealed", counts: { sealed: runs.length }, at: createdAt });
}

/** Adds a submission whose runs are running. The sweep reads it at `dueMs`. */
export async function addOpen(
  { store, index }: HistoryPorts,
  submission: StoredSubmission,
  dueMs: number,
): Promise<void> {
  const { id, request, runs } = submission;
  store.place(keys.submission(id), JSON.stringify(submission));
  await createSubmission(index, submission, dueMs);
  for (const [ordinal, { run }] of runs.entries()) {
    const state = { state: "running", done: 5, total: 1000 } as const;
    store.place(keys.submissionStarted(id, run), '{"formatVersion":1}');
    store.place(
      keys.progress(request.suite, run),
      JSON.stringify({ formatVersion: 1, submission: id, ...state, failed: 0 }),
    );
    await recordRunState(index, { id, ordinal }, { state }, 1);
  }
}

/** Adds API keys of an owner. */
export async function addKeys({ store, index }: HistoryPorts, owner: string, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { sha256, record } = newKey({ owner, name: `key ${n}`, scopes: [], organisations: [] }, { nowMs: () => n });
    store.place(keys.apiKey(sha256), JSON.stringify(record));
    await listKey(index, owner, sha256);
  }
}

export function addSealedRun({ store }: Pick<HistoryPorts, "store">, suite: string, run: string): void {
  const keyOf = runFileKeys(suite, run, FOLDERS);
  store.place(
    keys.manifest(suite, run),
    JSON.stringify(manifestOf({ formatVersion: 2, ...FOLDERS, suite, run, model: "m/one" })),
  );
  for (const file of ["stats.json", LAST_OF_GENERATION]) store.place(keyOf(file), "{}");
}
const FOLDERS = { folder: `public/1-${"0".repeat(32)}`, derived: "derived-0123456789ab" };

/** Adds private releases of an owner, all of them complete. */
export async function addReleases({ store, index }: HistoryPorts, owner: string, releases: number): Promise<void> {
  for (let n = 0; n < releases; n++) {
    const request = { name: `release-${n}`, suites: ["s"], profile: "helm", publish: false };
    const stored = { formatVersion: 1, owner, createdAt: "2026-11-01T00:00:00.000Z", request };
    store.place(keys.releaseRequest(request.name), JSON.stringify(stored));
    store.place(keys.sitePublished(request.name), '{"formatVersion":1,"published":false}');
    await refreshRelease({ objects: store, index }, request.name);
  }
}

/** The number of runs of the n-th submission: of 1,000 one has 1,480, 100 have 37 and 899 have one (MIXES.day). */
export function runsOfNth(n: number): number {
  if (n % 1000 === 500) return 1480;
  return n % 10 === 5 ? 37 : 1;
}

const RUNS_A_SUBMISSION = 40;

/** Adds ledger entries of ended runs, 40 of each submission, to an owner's month. */
export async function addUsage(index: Index, owner: string, month: string, entries: number): Promise<void> {
  for (let n = 0; n < entries; n++) {
    const submission = String(Math.floor(n / RUNS_A_SUBMISSION)).padStart(12, "0");
    const name = `${submission}-${String(n).padStart(16, "0")}`;
    const value = {
      formatVersion: 1,
      kind: "run",
      owner,
      month,
      submission,
      suite: "s",
      run: `quiz:n=${n},model=m_one`,
      lines: [LINE],
    };
    await index.write([{ kind: "put", ...indexKeys.usageEntry(owner, month, name), value }]);
    if ((n + 1) % RUNS_A_SUBMISSION !== 0) continue;
    const like = submissionAt(0, n, owner, RUNS_A_SUBMISSION);
    await repairSums(index, { ...like, id: submission, createdAt: `${month}-01T00:00:00.000Z` });
  }
}
const LINE = {
  role: "candidate",
  deployment: "m/one",
  model: "m/one",
  requests: 1000,
  unmetered: 0,
  promptTokens: 400_000,
  completionTokens: 90_000,
  microUsd: 1_900_000,
};
