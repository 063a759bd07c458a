import { seededRandom } from "@medhelm/testing/seeded-random";
import { Agent, request } from "undici";
import { startApi, type StartedApi } from "./start-api.ts";

/** How fast one kind of submission was accepted. */
export interface Submissions {
  readonly kind: "cold" | "warm";
  readonly count: number;
  readonly inFlight: number;
  readonly perSecond: number;
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

const ENTRIES = ["demo_questions:model=baseline/first-option", "demo_notes:model=baseline/lead-sentences"];
/** Submissions before the warm ones are measured, for Node to compile the code. */
const WARM_UP = 20;

/** The first submission of each of some starts. */
export async function measureCold(starts: number, seed: number): Promise<Submissions> {
  const send = sender(seed);
  const all: Sent[] = [];
  for (let i = 0; i < starts; i++) {
    await using api = await startApi();
    all.push(await measured(api, () => send(api), 1, 1));
  }
  const times = all.flatMap(({ timesMs }) => timesMs);
  const sum = (of: (one: Sent) => number): number => all.reduce((total, one) => total + of(one), 0);
  return summary(
    "cold",
    { timesMs: times, seconds: sum(({ seconds }) => seconds), cpuMs: sum(({ cpuMs }) => cpuMs) },
    1,
  );
}

export async function measureWarm(count: number, inFlight: number, seed: number): Promise<Submissions> {
  const send = sender(seed);
  await using api = await startApi();
  await measured(api, () => send(api), WARM_UP, inFlight);
  return summary("warm", await measured(api, () => send(api), count, inFlight), inFlight);
}

interface Sent {
  readonly timesMs: readonly number[];
  readonly seconds: number;
  readonly cpuMs: number;
}

async function measured(api: StartedApi, send: () => Promise<void>, count: number, inFlight: number): Promise<Sent> {
  const timesMs: number[] = [];
  let started = 0;
  const lane = async (): Promise<void> => {
    while (started < count) {
      started++;
      const startMs = performance.now();
      await send();
      timesMs.push(performance.now() - startMs);
    }
  };
  const cpuBefore = await api.cpuMs();
  const startMs = performance.now();
  await Promise.all(Array.from({ length: inFlight }, lane));
  const seconds = (performance.now() - startMs) / 1000;
  return { timesMs, seconds, cpuMs: (await api.cpuMs()) - cpuBefore };
}

/** Sends submissions, each with one entry and a suite of its own. The same seed gives the same ones. */
function sender(seed: number): (api: StartedApi) => Promise<void> {
  const random = seededRandom(seed);
  const dispatcher = new Agent();
  let sent = 0;
  return async ({ url, token }) => {
    const description = ENTRIES[Math.floor(random() * ENTRIES.length)];
    const { statusCode, body } = await request(`${url}/v1/submissions`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ suite: `bench-${sent++}`, entries: [{ description }] }),
      dispatcher,
    });
    const reply = await body.text();
    if (statusCode !== 202) throw new Error(`The API answered ${statusCode}: ${reply.slice(0, 500)}`);
  };
}

function summary(kind: Submissions["kind"], { timesMs, seconds, cpuMs }: Sent, inFlight: number): Submissions {
  const sorted = timesMs.toSorted((a, b) => a - b);
  const count = sorted.length;
  const quantile = (share: number): number => sorted[Math.ceil(share * count) - 1] ?? Number.NaN;
  return {
    kind,
    count,
    inFlight,
    perSecond: count / seconds,
    cpuMs: cpuMs / count,
    p50Ms: quantile(0.5),
    p99Ms: quantile(0.99),
  };
}
