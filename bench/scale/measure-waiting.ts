import { sqliteIndex } from "@medhelm/adapters/index/sqlite-index";
import type { Scope } from "@medhelm/core/service-conf";
import { createApi } from "@medhelm/service/api/create-api";
import { markBuilt } from "@medhelm/service/index/built";
import { recordRunState } from "@medhelm/service/index/run-states";
import { seededRandom } from "@medhelm/testing/seeded-random";
import { INDEX_LATENCY_MS, LAMBDA_GB, PAUSES_S, S3_LATENCY_MS } from "./assumptions.ts";
import { countedIndex, indexUsd, minusIndex, totalOfIndex } from "./counted-index.ts";
import { countedStore, minus, totalOf } from "./counted-store.ts";
import { newBill, s3Usd } from "./bill.ts";
import { simulatedQueue } from "./simulated-queue.ts";
import { eventQueue } from "./event-queue.ts";
import { addOpen, runsOfNth, submissionAt } from "./history.ts";
import { PRICES } from "./prices.ts";
import { simulatedClock } from "./simulated-clock.ts";

/** A minute of many waiting clients. */
export interface WaitingMinute {
  readonly requests: number;
  /** in the fullest second */
  readonly mostPerSecond: number;
  readonly slowestS: number;
  readonly s3Requests: number;
  readonly indexRequests: number;
  readonly usd: number;
}

interface Client {
  readonly events: string;
  lastId: string;
  /** The client's run changes every second. */
  readonly isBusy: boolean;
}

const START_MS = Date.UTC(2026, 10, 21);
const MINUTE_MS = 60_000;

/**
 * Simulates a minute of `clients` clients, each of which waits for a submission of its own. The runs of `busy` of them make progress, and these
 * clients ask again after the shortest pause. The others have waited for long enough to ask after the longest pause.
 */
export async function measureWaiting(clients: number, busy: number): Promise<WaitingMinute> {
  const clock = simulatedClock(START_MS);
  const random = seededRandom(1);
  const store = countedStore(clock, S3_LATENCY_MS);
  const plain = sqliteIndex(":memory:");
  const index = countedIndex(plain, clock, INDEX_LATENCY_MS);
  await markBuilt(plain);
  const queue = simulatedQueue({ clock, requests: newBill().sqs, batch: 1, wake: () => undefined });
  const api = createApi({
    objects: store,
    index,
    dispatchQueue: queue,
    releaseQueue: queue,
    aggregateQueue: queue,
    clock,
    authenticate: async () => ({ owner: "ann", scopes: new Set<Scope>(), organisations: "all", keyId: "ann" }),
    expand: async () => [],
    catalog: { benchmarks: () => [], benchmark: () => undefined, models: () => [] },
    repliesWhole: true,
    report: (error) => {
      throw error;
    },
  });
  const ask = async (client: Client): Promise<void> => {
    const headers = client.lastId === "" ? {} : { "last-event-id": client.lastId };
    const response = await api.request(client.events, { headers: { authorization: "Bearer x", ...headers } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${client.events}: ${response.status} ${text}`);
    client.lastId = /^id: (.+)$/m.exec(text)?.[1] ?? client.lastId;
  };

  const events = eventQueue();
  const bySecond = new Map<number, number>();
  let [requests, slowestS, busyS] = [0, 0, 0];
  const askAt = (client: Client, atMs: number): void =>
    events.add(atMs, async () => {
      clock.set(atMs);
      await clock.runToEnd(ask(client));
      const second = Math.floor(atMs / 1000);
      bySecond.set(second, (bySecond.get(second) ?? 0) + 1);
      requests++;
      const seconds = (clock.nowMs() - atMs) / 1000;
      slowestS = Math.max(slowestS, seconds);
      busyS += seconds;
      const nextMs = clock.nowMs() + 1000 * (client.isBusy ? PAUSES_S.busy : PAUSES_S.quiet);
      if (nextMs < START_MS + MINUTE_MS) askAt(client, nextMs);
    });
  const progressAt = (id: string, atMs: number): void =>
    events.add(atMs, async () => {
      clock.set(atMs);
      const done = Math.floor((atMs - START_MS) / 1000) + 6;
      await recordRunState(plain, { id, ordinal: 0 }, { state: { state: "running", done, total: 1000 } }, 1);
      if (atMs + 1000 < START_MS + MINUTE_MS) progressAt(id, atMs + 1000);
    });
  for (let n = 0; n < clients; n++) {
    const submission = submissionAt(START_MS, n, "ann", runsOfNth(n));
    await addOpen({ store, index: plain }, submission, START_MS + MINUTE_MS);
    const isBusy = n < busy;
    const client = { events: `/v1/submissions/${submission.id}/events`, lastId: "", isBusy };
    await clock.runToEnd(ask(client)); // each client has seen the states before this minute
    askAt(client, START_MS + random() * 1000 * (isBusy ? PAUSES_S.busy : PAUSES_S.quiet));
    if (isBusy) progressAt(submission.id, START_MS + random() * 1000);
  }
  const before = { s3: { ...store.requests }, index: { ...index.requests } };
  for (let event = events.next(); event !== undefined; event = events.next()) await event.run();
  const s3 = minus(store.requests, before.s3);
  const used = minusIndex(index.requests, before.index);
  const lambdaUsd = busyS * LAMBDA_GB.api * PRICES.lambdaPerGbSecond + (requests * PRICES.lambdaPerMillion) / 1e6;
  return {
    requests,
    mostPerSecond: Math.max(...bySecond.values()),
    slowestS,
    s3Requests: totalOf(s3),
    indexRequests: totalOfIndex(used),
    usd: s3Usd(s3) + indexUsd(used) + lambdaUsd,
  };
}
