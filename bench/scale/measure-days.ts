import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { Job } from "@medhelm/core/ports";
import type { Scope } from "@medhelm/core/service-conf";
import { isIndexBuilt } from "@medhelm/service/index/build-index";
import { markBuilt } from "@medhelm/service/index/built";
import { createSubmission } from "@medhelm/service/index/submission-record";
import { keys } from "@medhelm/core/store/object-keys";
import { createApi } from "@medhelm/service/api/create-api";
import { sweep } from "@medhelm/service/sweep/sweep";
import { INDEX_LATENCY_MS, LAMBDA_GB, type LIMIT_S, S3_LATENCY_MS } from "./assumptions.ts";
import { newBill, s3Usd } from "./bill.ts";
import { countedIndex, indexUsd, minusIndex, totalOfIndex } from "./counted-index.ts";
import { countedStore, minus, totalOf } from "./counted-store.ts";
import {
  addEnded,
  addKeys,
  addOpen,
  addReleases,
  addSealedRun,
  addUsage,
  DAY_MS,
  runsOfNth,
  submissionAt,
} from "./history.ts";
import { PRICES } from "./prices.ts";
import { simulatedClock } from "./simulated-clock.ts";
import { simulatedQueue } from "./simulated-queue.ts";

/** One call after a history. */
export interface CallCost {
  readonly name: string;
  /** the same call before the service had an index (commit 4b341c7), simulated with the same latencies */
  readonly before: string;
  readonly part: keyof typeof LIMIT_S;
  readonly seconds: number;
  readonly s3Requests: number;
  readonly indexRequests: number;
  readonly sent: number;
  /** of one call: requests, index capacity and Lambda time */
  readonly usd: number;
}

interface Init {
  readonly method?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const SUBMISSIONS_A_DAY = 1000;
const OWNERS = 50;
const NOW_MS = Date.UTC(2026, 10, 21);
/** Open submissions of one owner, of which the sweep finds 200 due. */
const OPEN = 1500;
const DUE = 200;
const USAGE_ENTRIES = 40_000;
const RELEASES = 3000;
const OTHER_KEYS = 3000;
const SEALED_RUN = "quiz:sealed";
const QUOTA = { runsPerDay: 1e6, usdPerMonth: 1e6, requestsPerMinute: 1e6 };
const MONTH = "2026-11";

/** A submission that the fake `expand` turns into this number of runs. */
const submission = (runs: number): Init => ({
  method: "POST",
  body: JSON.stringify({ suite: `new-${runs}`, entries: [{ description: "quiz:n=7" }] }),
});

/** Measures the sweep and the API after `days` days of history. */
export async function measureDays(days: number): Promise<CallCost[]> {
  const clock = simulatedClock(NOW_MS);
  const store = countedStore(clock, S3_LATENCY_MS);
  const plain = sqliteIndex(":memory:");
  const index = countedIndex(plain, clock, INDEX_LATENCY_MS);
  const { sqs } = newBill();
  const queue = simulatedQueue({ clock, requests: sqs, batch: 1, wake: () => undefined });
  const quiet = { store, index: plain };

  for (let n = 0; n < days * SUBMISSIONS_A_DAY; n++) {
    const atMs = NOW_MS - (n + 1) * (DAY_MS / SUBMISSIONS_A_DAY);
    await addEnded(quiet, submissionAt(atMs, n, `owner-${n % OWNERS}`, runsOfNth(n)));
  }
  for (let n = 0; n < OPEN; n++)
    await addOpen(quiet, submissionAt(NOW_MS - n, 1e9 + n, "busy", 1), n < DUE ? NOW_MS : NOW_MS + DAY_MS);
  const large = submissionAt(NOW_MS, 2e9, "busy", 1480);
  await addOpen(quiet, large, NOW_MS + DAY_MS);
  await addUsage(plain, "busy", MONTH, USAGE_ENTRIES);
  await clock.runToEnd(addReleases(quiet, "other", RELEASES));
  await addKeys(quiet, "busy", 30);
  await addKeys(quiet, "other", OTHER_KEYS);
  const shared = large.request.suite;
  store.place(keys.suite(shared), JSON.stringify({ formatVersion: 1, owner: "busy", visibility: "private" }));
  addSealedRun({ store }, shared, SEALED_RUN);
  const queued = submissionAt(NOW_MS, 3e9, "busy", 37);
  store.place(keys.submission(queued.id), JSON.stringify(queued));
  await createSubmission(plain, queued, NOW_MS + DAY_MS);
  await markBuilt(plain);

  const api = createApi({
    objects: store,
    index,
    dispatchQueue: queue,
    releaseQueue: queue,
    aggregateQueue: queue,
    clock,
    authenticate: async () => ({
      owner: "busy",
      scopes: new Set<Scope>(["submit"]),
      organisations: "all",
      keyId: "busy",
    }),
    expand: async ({ suite }) => submissionAt(NOW_MS, 1e9, "busy", Number(suite.slice("new-".length))).runs,
    catalog: { benchmarks: () => [], benchmark: () => undefined, models: () => [] },
    service: { organisations: [], quota: QUOTA },
    isIndexBuilt: () => isIndexBuilt({ objects: store, index }),
    presignsResults: true,
    repliesWhole: true,
    report: (error) => {
      throw error;
    },
  });
  const measure = async (
    name: string,
    before: string,
    part: CallCost["part"],
    work: () => Promise<unknown>,
  ): Promise<CallCost> => {
    const startMs = clock.monotonicMs();
    const start = { s3: { ...store.requests }, index: { ...index.requests }, sent: sqs.send };
    await clock.runToEnd(work());
    const seconds = (clock.monotonicMs() - startMs) / 1000;
    const s3 = minus(store.requests, start.s3);
    const used = minusIndex(index.requests, start.index);
    const lambdaUsd = seconds * LAMBDA_GB[part] * PRICES.lambdaPerGbSecond + PRICES.lambdaPerMillion / 1e6;
    return {
      name,
      before,
      part,
      seconds,
      s3Requests: totalOf(s3),
      indexRequests: totalOfIndex(used),
      sent: sqs.send - start.sent,
      usd: s3Usd(s3) + indexUsd(used) + lambdaUsd,
    };
  };
  const request = async (path: string, init: Init = {}): Promise<string> => {
    const headers = { authorization: "Bearer x", "content-type": "application/json", ...init.headers };
    const response = await api.request(path, { ...init, headers });
    const body = await response.text();
    if (response.status >= 400) throw new Error(`${path}: ${response.status} ${body}`);
    return body;
  };
  const call = (name: string, before: string, path: string, init?: Init) =>
    measure(name, before, "api", () => request(path, init));

  const events = `/v1/submissions/${large.id}/events`;
  const eventId = /^id: (.+)$/m.exec(await clock.runToEnd(request(events)))?.[1] ?? "";

  return [
    await measure(`a sweep that finds ${DUE} submissions due`, "330 s after 6 days", "sweep", () =>
      sweep({
        objects: store,
        index,
        dispatchQueue: queue,
        aggregateQueue: queue,
        releaseQueue: queue,
        clock,
        compute: { describeAll: async () => new Map<string, Job>() },
        report: (error) => {
          throw error;
        },
      }),
    ),
    await call(
      "POST /v1/submissions, 37 runs; the owner has 1,500 others open",
      "23 s",
      "/v1/submissions",
      submission(37),
    ),
    await call("POST /v1/submissions, 1,480 runs", "", "/v1/submissions", submission(1480)),
    await call("GET /v1/submissions, 20 of 1,500 open ones", "", "/v1/submissions"),
    await call("GET /v1/submissions/{id}, 1,480 runs", "", `/v1/submissions/${large.id}`),
    await call("GET /v1/submissions/{id}/events, a waiting client, 1,480 runs", "20 s, held open", events, {
      headers: { "last-event-id": eventId },
    }),
    await call("GET /v1/releases, 3,000 of other owners", "60 s", "/v1/releases"),
    await call("GET /v1/suites", "", "/v1/suites"),
    await call("GET /v1/keys, 20 of 30, and 3,000 of other owners", "", "/v1/keys"),
    await call("GET /v1/runs/{suite}/{run}, sealed", "", `/v1/runs/${shared}/${SEALED_RUN}`),
    await call("GET /v1/runs/{suite}/{run}/files/stats.json", "", `/v1/runs/${shared}/${SEALED_RUN}/files/stats.json`),
    await call(
      "GET /v1/runs/{suite}/{run}, queued behind 1,500 submissions to the suite",
      "",
      `/v1/runs/${shared}/${encodeURIComponent(queued.runs[0]?.run ?? "")}`,
    ),
    await call("POST /v1/submissions/{id}/cancel, 1,480 runs", "", `/v1/submissions/${large.id}/cancel`, {
      method: "POST",
    }),
    await call("GET /v1/usage, a month of 40,000 runs", "27 s", `/v1/usage?month=${MONTH}`),
  ];
}
