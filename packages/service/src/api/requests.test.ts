import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { expect, test } from "vitest";
import { countedStore, noRequests, totalOf } from "../../../../bench/scale/counted-store.ts";
import { markDone, markStarted } from "../submissions/submission-run-state.ts";
import { fixture, QUOTA } from "@medhelm/testing/fixtures/api";

// Limits the store requests of one API call: a gateway waits 29 s, and every request costs money (docs/operate.md, "Cost and scale").

const RUNS = Array.from({ length: 1480 }, (_, i) => ({
  run: `r${i}:model=m_${i % 40}`,
  description: `r${i}:model=m/${i % 40}`,
  benchmark: `r${i}`,
  model: `m/${i % 40}`,
  modelDeployment: `m/${i % 40}`,
}));

function api() {
  const clock = fakeClock();
  const store = countedStore(clock, noRequests()); // without latency
  const service = { organisations: [], quota: { ...QUOTA, runsPerDay: 1_000_000 } };
  const calls = fixture({ clock, objects: store, service, expand: async () => RUNS });
  const asked = () => totalOf(store.requests);
  /** the body and the store requests that it needed */
  const call = async (...[method, path, options]: Parameters<typeof calls.call>) => {
    const before = asked();
    const answer = await calls.call(method, path, options);
    return { status: answer.status, body: Object(await answer.json()), requests: asked() - before };
  };
  const submit = async (suite: string, as = "ann") =>
    call("POST", "/v1/submissions", { as, body: { suite, entries: [{ description: "x" }] } });
  return { clock, store, call, submit };
}

/** The state that the sweep writes when each run has ended. */
async function settleAll(store: ReturnType<typeof api>["store"], id: string): Promise<void> {
  const ended = Object.fromEntries(RUNS.map(({ run }) => [run, { state: "sealed", contentSha256: "c" }]));
  await putJson(store, keys.submissionSettled(id), { formatVersion: 1, ended });
}

test("a submission of 1,480 runs needs a dozen store requests, and the answer lists all runs as queued", async () => {
  const { submit } = api();
  const { status, body, requests } = await submit("my");
  expect(status).toBe(202);
  expect(body).toMatchObject({ state: "queued", counts: { queued: 1480 } });
  expect(body.runs).toHaveLength(1480);
  expect(requests).toBeLessThan(15);
});

test("showing 1,480 runs needs three store requests before a worker starts, and two when each run has ended", async () => {
  const { store, submit, call } = api();
  const { body } = await submit("my");
  const path = `/v1/submissions/${body.id}`;
  expect(await call("GET", path)).toMatchObject({ body: { counts: { queued: 1480 } }, requests: 3 });
  await settleAll(store, body.id);
  expect(await call("GET", path)).toMatchObject({ body: { state: "sealed", counts: { sealed: 1480 } }, requests: 2 });
});

test("of 1,480 runs the API reads only those that run or have ended since the last sweep", async () => {
  const { store, submit, call } = api();
  const { body } = await submit("my");
  const [ended, running] = RUNS;
  for (const { run } of RUNS.slice(0, 2)) await markStarted(store, body.id, run);
  await markDone(store, body.id, ended?.run ?? "");
  await putJson(store, keys.manifest("my", ended?.run ?? ""), { contentSha256: "c" });
  const progress = { formatVersion: 1, state: "running", done: 1, total: 2 };
  await putJson(store, keys.progress("my", running?.run ?? ""), progress);
  const shown = await call("GET", `/v1/submissions/${body.id}`);
  expect(shown).toMatchObject({ body: { counts: { sealed: 1, running: 1, queued: 1478 } }, requests: 3 + 2 + 1 });
});

test("a page of 20 submissions of 1,480 runs needs four store requests each, and none for other owners' submissions", async () => {
  const { clock, store, submit, call } = api();
  for (let i = 0; i < 20; i++) {
    const { body } = await submit(`suite-${i}`);
    if (i >= 10) {
      for (const { run } of RUNS) await markStarted(store, body.id, run);
      await settleAll(store, body.id);
    }
    await submit(`bob-${i}`, "bob");
    await clock.advance(60_000);
  }
  const { body, requests } = await call("GET", "/v1/submissions");
  expect(body.submissions.map((line: { readonly state: string }) => line.state)).toEqual(
    Array.from({ length: 20 }, (_, i) => (i < 10 ? "sealed" : "queued")),
  );
  expect(requests).toBe(1 + 10 * 2 + 10 * 3);
});
