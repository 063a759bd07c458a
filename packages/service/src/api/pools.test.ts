import { entryName, markOf, markOfRun } from "@medhelm/core/pools/entry-name";
import type { WorkerState } from "@medhelm/core/pools/pool-workers";
import { keys } from "@medhelm/core/store/object-keys";
import { distinctName } from "@medhelm/core/text/distinct-name";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, RUN } from "@medhelm/testing/fixtures/api";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { expect, test } from "vitest";
import { poolStandings } from "../pools/pool-standings.ts";
import { changePoolWorkers, ownRecord } from "../pools/pool-workers.ts";

const DEPLOYMENT = "demo/first";
const POOL = distinctName(DEPLOYMENT);

/** The API of a service with pools, and a submission of ann whose run waits for its model. */
async function waitingRun(more: Parameters<typeof fixture>[0] = {}) {
  const clock = fakeClock();
  const objects = memoryStore({ clock });
  const api = fixture({ ...more, clock, objects, pools: poolStandings({ objects, clock }) });
  const id = await api.submit();
  await api.reach(id, 0, { state: "awaiting", deployment: DEPLOYMENT, pool: { requests: 520 } });
  /** Puts a shard into the queue, and returns its key. */
  const shard = async (owner: string, suite: string, requests: number, nth = 0): Promise<string> => {
    const facts = { encodedMs: 0, requests, lane: markOf("lane"), run: markOfRun({ suite, run: RUN }) };
    const key = keys.poolEntry(DEPLOYMENT, owner, entryName(facts, { nth, uuid: owner }));
    await objects.put(key, "{}");
    return key;
  };
  const own = await shard("ann", "my", 500);
  await shard("ann", "my", 20, 1);
  const show = async (): Promise<unknown> => (await api.call("GET", `/v1/submissions/${id}`)).json();
  const reach = (state: WorkerState) => ownRecord(objects, POOL, 1).reach(state);
  return { api, clock, objects, id, own, shard, show, reach };
}

test("a run that waits in a pool has the number of its requests, and the submission the requests of others", async () => {
  const { show, shard, reach } = await waitingRun();
  await shard("bob", "my", 300);
  await shard("cy", "other", 100);
  await reach("starting");
  expect(await show()).toMatchObject({
    runs: [{ status: { state: "awaiting", deployment: DEPLOYMENT, pool: { requests: 520 } } }],
    pools: [{ deployment: DEPLOYMENT, requests: 520, others: 400, otherOwners: 2, server: "starting", workers: 0 }],
  });
});

test("the run itself has the number of its requests in the pool", async () => {
  const { api } = await waitingRun();
  const answer: unknown = await (await api.call("GET", `/v1/runs/my/${RUN}`)).json();
  expect(answer).toMatchObject({ status: { state: "awaiting", deployment: DEPLOYMENT, pool: { requests: 520 } } });
});

test("a run whose pool has answered has no request there, so that it says that it waits for its job", async () => {
  const { api, objects, show } = await waitingRun();
  for await (const { key } of objects.list("work/.pools/")) await objects.delete(key);
  await api.clock.advance(2000);
  const shown = await show();
  expect(shown).toMatchObject({
    runs: [{ status: { state: "awaiting", deployment: DEPLOYMENT, pool: { requests: 0 } } }],
  });
  expect(shown).not.toHaveProperty("pools");
});

test("a pool whose worker has failed says why", async () => {
  const { objects, show } = await waitingRun();
  await changePoolWorkers(objects, POOL, (record) => ({ ...record, faults: 1, reason: "out of memory" }));
  expect(await show()).toMatchObject({ pools: [{ server: "failed", reason: "out of memory" }] });
});

test("a pool whose record of workers is of a later version says why no worker starts", async () => {
  const { objects, show } = await waitingRun();
  await objects.put(keys.poolWorkers(POOL), '{"formatVersion":2}');
  const reason = expect.stringMatching(/workers\.json.* nothing is lost/);
  expect(await show()).toMatchObject({ pools: [{ server: "none", reason }] });
});

test("a stream of events has a further event when a shard is answered and when a worker serves", async () => {
  const { api, objects, id, own, reach } = await waitingRun();
  const pieces = (await api.call("GET", `/v1/submissions/${id}/events`)).body
    ?.pipeThrough(new TextDecoderStream())
    .getReader();
  const next = async () => (await pieces?.read())?.value;
  expect(await next()).toContain('"server":"none"');
  await reach("serving");
  await api.clock.advance(2000);
  expect(await next()).toMatch(/"server":"serving".*"runs":\[\]/);
  await objects.delete(own);
  await api.clock.advance(2000);
  expect(await next()).toContain('"pool":{"requests":20}');
  await pieces?.cancel();
});

test("behind a gateway without streams, a client that waits gets changes in the pool", async () => {
  const { api, objects, id, own } = await waitingRun({ repliesWhole: true });
  const ask = async (lastId?: string) => {
    const headers = lastId === undefined ? {} : { "last-event-id": lastId };
    return (await api.call("GET", `/v1/submissions/${id}/events`, { headers })).text();
  };
  const first = await ask();
  const lastId = /^id: (.*)$/m.exec(first)?.[1];
  expect(await ask(lastId)).toBe("retry: 1000\n\n");
  await objects.delete(own);
  await api.clock.advance(2000);
  expect(await ask(lastId)).toContain('"pool":{"requests":20}');
});
