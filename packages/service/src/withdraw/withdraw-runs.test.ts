import type { ObjectStore } from "@medhelm/core/ports";
import { openRun } from "@medhelm/core/store/run-files";
import { acquireLease } from "@medhelm/core/jobs/lease";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRelease } from "@medhelm/core/store/release-files";
import { ReleaseFailure, type StoredRelease } from "@medhelm/core/release/release-request";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { fixture, putRun } from "@medhelm/testing/fixtures/release";
import { textsBelow } from "@medhelm/testing/fixtures/work";
import { pauseAt, pausedStore } from "@medhelm/testing/stores/paused-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { buildRelease, summarizeSuite } from "../release/build-release.ts";
import { buildRequestedRelease } from "../release/build-requested-release.ts";
import { deleteBelow } from "./delete-below.ts";
import { refuseDuringWithdrawal } from "../release/refuse-withdrawn.ts";
import { withdrawRuns } from "./withdraw-runs.ts";

const withdraw = (objects: ObjectStore, what: { suite: string; run?: string }, isConfirmed: boolean) =>
  withdrawRuns({ objects, clock: fakeClock() }, what, isConfirmed);

const SECRET = "the patient Ann Other";

/** A suite with a run of generation 2, a run of format N-1 with copied pages, and a run that stays. */
async function world(isReleased = true) {
  const ports = fixture();
  const { objects } = ports;
  const sealed = { suite: "s", score: 1, access: "public" } as const;
  const first = await putRun(objects, { ...sealed, model: "m/first", text: SECRET, generation: 1 });
  await putRun(objects, { ...sealed, model: "m/first", text: SECRET, generation: 2 });
  const flat = await putRun(objects, { ...sealed, model: "m/flat", text: SECRET });
  const kept = await putRun(objects, { ...sealed, model: "m/kept", generation: 1 });
  await objects.put(keys.outcome("s", first, "k"), SECRET);
  await objects.put(keys.ownAnswer("s", first, "k"), SECRET);
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" });
  if (isReleased) await buildRelease(ports, { kind: "release", release: "r1", suites: ["s"], profile: "helm" });
  return { ports, objects, first, flat, kept };
}

const withSecret = async (objects: ObjectStore, prefix: string): Promise<string[]> =>
  [...(await textsBelow(objects, prefix))].filter(([, text]) => text.includes(SECRET)).map(([key]) => key);

test("a withdrawn run leaves no text in the suite, and the other runs stay", async () => {
  const { objects, first, flat, kept } = await world();
  expect(await withSecret(objects, "runs/")).not.toEqual([]);
  expect(await withdraw(objects, { suite: "s", run: first }, true)).toMatchObject({
    runs: [first],
    releases: ["r1"],
  });
  expect((await openRun(objects, "s", first)).manifest).toBeUndefined();
  await withdraw(objects, { suite: "s", run: flat }, true);
  expect([await withSecret(objects, "runs/"), await withSecret(objects, "work/")]).toEqual([[], []]);
  expect((await openRun(objects, "s", kept)).manifest?.run).toBe(kept);
});

const REQUEST: StoredRelease = {
  formatVersion: 1,
  owner: "ann",
  createdAt: "2026-01-01T00:00:00.000Z",
  request: { name: "r2", suites: ["s"], profile: "helm", publish: true },
};

test("no run of a suite is withdrawn before a requested release of it has its files", async () => {
  const { ports, objects, first } = await world();
  await putJson(objects, keys.releaseRequest("r2"), REQUEST);
  await expect(withdraw(objects, { suite: "s", run: first }, true)).rejects.toThrow(
    "the release r2 of suite s is being made; withdraw runs when its status is built, published or failed",
  );
  expect((await openRun(objects, "s", first)).manifest?.run).toBe(first);
  await buildRequestedRelease(ports, "r2");
  const head: ObjectStore["head"] = async (key) => {
    if (key.startsWith("site/")) throw new Error("the command names no bucket of the site");
    return objects.head(key);
  };
  expect((await withdraw({ ...objects, head }, { suite: "s", run: first }, true)).releases).toEqual(["r1", "r2"]);
});

test.each(["quiz:model=m_first", "quiz:model=m_flat"])(
  "a release whose run %s is withdrawn while its job runs is not published",
  async (run) => {
    const { ports, objects } = await world(false);
    await putJson(objects, keys.releaseRequest("r2"), REQUEST);
    const put: ObjectStore["put"] = async (key, ...rest) => {
      if (key.endsWith("/leaderboard.json")) await deleteBelow(objects, [`runs/s/${run}/`], true);
      return objects.put(key, ...rest);
    };
    expect(await buildRequestedRelease({ ...ports, objects: { ...objects, put } }, "r2")).toBe("failed");
    expect(await textsBelow(objects, "releases/.attempts/")).toEqual(new Map());
    expect(await getJson(objects, keys.releaseFailed("r2"), ReleaseFailure)).toMatchObject({
      reason: `the run ${run} of suite s changed while it was read; request the release again`,
    });
  },
);

test("a withdrawn suite leaves no object", async () => {
  const { objects, first, flat, kept } = await world();
  const { runs } = await withdraw(objects, { suite: "s" }, true);
  expect(runs.toSorted()).toEqual([first, flat, kept]);
  expect([await textsBelow(objects, "runs/"), await textsBelow(objects, "work/")]).toEqual([new Map(), new Map()]);
});

test.each([{ suite: "s", run: "quiz:model=m_first" }, { suite: "s" }])(
  "without confirmation nothing is deleted, and the number of objects is that of the real call: %o",
  async (what) => {
    const { objects } = await world();
    const before = await textsBelow(objects, "");
    const counted = await withdraw(objects, what, false);
    expect(await textsBelow(objects, "")).toEqual(before);
    expect((await withdraw(objects, what, true)).objects).toBe(counted.objects);
    expect((await textsBelow(objects, "")).size).toBe(before.size - counted.objects);
  },
);

/** All objects. Remembered scores of runs without scores.json name the version of their files, so only their keys are compared. */
const allTexts = async (objects: ObjectStore): Promise<Map<string, string>> =>
  new Map(
    [...(await textsBelow(objects, ""))].map(([key, text]) => [key, key.startsWith("work/.scores/") ? "" : text]),
  );

test.each([true, false])(
  "a call that is killed at any operation leaves a whole run or none, and the next call completes it (the last operation takes place: %s)",
  async (lastTakesPlace) => {
    const whole = await world(false);
    await withdraw(whole.objects, { suite: "s", run: whole.first }, true);
    const expected = await allTexts(whole.objects);
    let stops = 0;
    for (let isKilled = true; isKilled; stops++) {
      const { objects, first } = await world(false);
      const folder = (await openRun(objects, "s", first)).keyOf("stats.json");
      const stopped = stoppedAt(objects, stops + 1, lastTakesPlace);
      isKilled = await withdraw(stopped, { suite: "s", run: first }, true).then(
        () => false,
        () => true,
      );
      const isSealed = (await openRun(objects, "s", first)).manifest !== undefined;
      expect([stops, isSealed && (await objects.head(folder)) === undefined]).toEqual([stops, false]);
      await withdraw(objects, { suite: "s", run: first }, true).catch(() => undefined); // nothing may be left
      expect([stops, await allTexts(objects)]).toEqual([stops, expected]);
    }
    expect(stops).toBeGreaterThan(20);
  },
);

/** Of a worker that was killed or lives. */
const putLease = (objects: ObjectStore, run: string, ttlMs = 60_000) =>
  putJson(objects, keys.lease("s", run), {
    formatVersion: 1,
    state: "held",
    nonce: "n",
    holder: { host: "h", pid: 1, startedAt: "1" },
    ttlMs,
    term: 1,
    generation: 1,
    renewals: 0,
  });

const HELD = "a worker holds the run quiz:model=m_first of suite s; cancel its submission or wait for its end";

test("a run that a worker holds is refused, and so is one that does not exist", async () => {
  const { objects, first } = await world();
  await putLease(objects, first);
  await expect(withdraw(objects, { suite: "s" }, true)).rejects.toThrow(HELD);
  await expect(withdraw(objects, { suite: "s", run: "quiz:model=x" }, true)).rejects.toThrow(
    "there is no run quiz:model=x in suite s; give the name of a folder below runs/s/",
  );
});

test("a run whose worker has certainly ended is withdrawn at once, and one whose worker lives is refused beyond its lease", async () => {
  const { objects, first } = await world();
  const ports = { objects, clock: fakeClock() };
  const target = { suite: "s", run: first };
  await putLease(objects, first, 0);
  await expect(withdrawRuns({ ...ports, holderIsAlive: () => true }, target, true)).rejects.toThrow(HELD);
  await putLease(objects, first);
  await expect(withdrawRuns({ ...ports, holderIsGone: () => false }, target, true)).rejects.toThrow(HELD);
  expect(await withdrawRuns({ ...ports, holderIsGone: () => true }, target, true)).toMatchObject({ runs: [first] });
  expect(await partsOf(objects, first)).toEqual([]);
});

test("at every operation of a withdrawal, a worker takes the run only while all or nothing of it is there", async () => {
  let n = 0;
  const taken = { all: 0, nothing: 0, "a part": 0, refused: 0 };
  for (let isReached = true; isReached; ) {
    isReached = false;
    const { objects, first } = await world(false);
    const key = keys.lease("s", first);
    const whole = (await partsOf(objects, first)).length;
    const comeAt = pauseAt(++n, async () => {
      isReached = true;
      const parts = (await partsOf(objects, first)).length;
      const holder = { host: "h", pid: 1, startedAt: "1" };
      const { kind } = await acquireLease({ objects, clock: fakeClock(), key, ttlMs: 60_000, holder });
      if (kind === "taken") taken.refused++;
      else taken[parts === whole ? "all" : parts === 0 ? "nothing" : "a part"]++;
    });
    const result = await withdraw(pausedStore(objects, comeAt), { suite: "s", run: first }, true).then(
      () => "deleted",
      String,
    );
    const left = (await partsOf(objects, first)).length;
    expect([n, left === 0 || (left === whole && result.includes("a worker holds"))]).toEqual([n, true]);
  }
  expect(Object.entries(taken).flatMap(([how, times]) => (times === 0 ? [how] : []))).toEqual(["a part"]);
});

/** The files of a run without its lease and the mark of its withdrawal. */
const partsOf = async (objects: ObjectStore, run: string): Promise<string[]> =>
  [...(await textsBelow(objects, "")).keys()].filter(
    (key) => key.includes(run) && key !== keys.lease("s", run) && key !== keys.withdrawal("s", run),
  );

test("a job that plans its release before a withdrawal is seen by it, and one that plans later is refused", async () => {
  const { ports, objects, first } = await world(false);
  await putJson(objects, keys.releaseRequest("r2"), REQUEST);
  const head: ObjectStore["head"] = async (key) => {
    const found = await objects.head(key);
    // the job has planned, and stops before it reads a run
    if (key.includes("manifest.json") || key.includes("run_spec.json")) throw new Error("stalled");
    return found;
  };
  await buildRequestedRelease({ ...ports, objects: { ...objects, head } }, "r2").catch(() => undefined);
  await expect(withdraw(objects, { suite: "s", run: first }, true)).rejects.toThrow("is being made");
  expect(await objects.head(keys.withdrawal("s"))).toBeUndefined();
  await objects.put(keys.withdrawal("s"), "{}");
  await putJson(objects, keys.releaseRequest("r2"), { ...REQUEST, createdAt: "2026-02-02T00:00:00.000Z" });
  expect(await buildRequestedRelease(ports, "r2")).toBe("failed");
  expect((await getJson(objects, keys.releaseFailed("r2"), ReleaseFailure))?.reason).toBe(
    "runs of the suite s are being withdrawn; try again when medhelm withdraw has ended, and if it was interrupted, repeat medhelm withdraw --suite s --yes",
  );
});

test("a summary and a release are refused while the mark of a killed withdrawal is left, and the message names its target", async () => {
  const { ports, objects, first } = await world(false);
  await objects.put(keys.withdrawal("s", first), JSON.stringify({ run: first }));
  const refusal =
    'runs of the suite s are being withdrawn; try again when medhelm withdraw has ended, and if it was interrupted, repeat medhelm withdraw --suite s --run "quiz:model=m_first" --yes';
  await expect(summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm" })).rejects.toThrow(refusal);
  const release = { kind: "release", release: "r1", suites: ["s"], profile: "helm" } as const;
  await expect(buildRelease(ports, release)).rejects.toThrow(refusal);
});

test("a release of another owner is refused without the name of the withdrawn run", async () => {
  const { objects, first } = await world(false);
  await objects.put(keys.withdrawal("s", first), JSON.stringify({ run: first }));
  await expect(refuseDuringWithdrawal(objects, "s", true)).rejects.toThrow(
    "runs of the suite s are being withdrawn; try again when medhelm withdraw has ended, and if it was interrupted, the operator repeats it",
  );
});

test("a withdrawal that is killed at any operation keeps releases from being planned until it is repeated, also after another one", async () => {
  let stops = 0;
  for (let isKilled = true; isKilled; stops++) {
    const { objects, first, kept } = await world(false);
    const whole = await partsOf(objects, first);
    const stopped = stoppedAt(objects, stops + 1, true);
    isKilled = await withdraw(stopped, { suite: "s", run: first }, true).then(
      () => false,
      () => true,
    );
    const left = await partsOf(objects, first);
    const { unfinished } = await withdraw(objects, { suite: "s", run: kept }, true);
    const isPart = left.length > 0 && left.length < whole.length;
    const isRefused = await refuseDuringWithdrawal(objects, "s").then(
      () => false,
      () => true,
    );
    expect({ stops, isUnnoticed: isPart && !isRefused }).toEqual({ stops, isUnnoticed: false });
    expect(unfinished).toEqual(isRefused ? [{ suite: "s", run: first }] : []);
    if (isKilled && isRefused) await withdraw(objects, { suite: "s", run: first }, true);
    await refuseDuringWithdrawal(objects, "s");
  }
  expect(stops).toBeGreaterThan(20);
});

test("a withdrawal that waits at any operation while another one of its suite runs is marked until its end", async () => {
  for (let stop = 1, isReached = true; isReached; stop++) {
    isReached = false;
    const { objects, first, kept } = await world(false);
    let [isPart, isRefused] = [false, false];
    const stalled = pausedStore(
      objects,
      pauseAt(stop, async () => {
        isReached = true;
        const before = (await partsOf(objects, first)).length;
        await withdraw(objects, { suite: "s", run: kept }, true);
        isPart = before > 0 && (await openRun(objects, "s", first)).manifest === undefined;
        isRefused = await refuseDuringWithdrawal(objects, "s").then(
          () => false,
          () => true,
        );
      }),
    );
    await withdraw(stalled, { suite: "s", run: first }, true);
    expect({ stop, isUnnoticed: isPart && !isRefused }).toEqual({ stop, isUnnoticed: false });
    await refuseDuringWithdrawal(objects, "s");
  }
});

test("a refused withdrawal leaves the mark of an interrupted one, and removes its own", async () => {
  const { objects, first } = await world(false);
  await putJson(objects, keys.releaseRequest("r2"), REQUEST);
  await expect(withdraw(objects, { suite: "s", run: first }, true)).rejects.toThrow("is being made");
  expect(await textsBelow(objects, keys.withdrawals("s"))).toEqual(new Map());
  await objects.put(keys.withdrawal("s", first), "{}");
  await expect(withdraw(objects, { suite: "s", run: first }, true)).rejects.toThrow("is being made");
  expect((await textsBelow(objects, keys.withdrawals("s"))).size).toBe(1);
});

const ofRelease = (objects: ObjectStore, file: string) => openRelease(objects, "r1").then(({ keyOf }) => keyOf(file));

test.each<[string, (objects: ObjectStore) => Promise<string>, readonly string[]]>([
  ["the request of a release", async () => keys.releaseRequest("r3"), ["r3"]],
  ["the record of a release", async () => keys.releaseFile("r1", "release.json"), ["r1"]],
  ["the list of a release's runs", (objects) => ofRelease(objects, "sealed-runs.json"), ["r1"]],
  ["the summary of the suite", async () => `${keys.runs("s")}leaderboard.json`, []],
  ["the mark of an interrupted withdrawal", async () => keys.withdrawal("s", "quiz:model=m_flat"), []],
])(
  "if %s is damaged, a run is withdrawn with its copied pages, and the release is named",
  async (_, keyOf, unreadable) => {
    const { objects, flat } = await world();
    await objects.put(await keyOf(objects), '{"formatVersion":');
    expect(await withdraw(objects, { suite: "s", run: flat }, true)).toMatchObject({ unreadable });
    const left = await withSecret(objects, "runs/");
    expect(left.filter((key) => key.includes("m_flat"))).toEqual([]);
  },
);

test("a run whose lease was damaged a moment ago is not withdrawn, because its holder may be alive", async () => {
  const { objects, first } = await world();
  await objects.put(keys.lease("s", first), "{");
  await expect(withdraw(objects, { suite: "s" }, true)).rejects.toThrow(
    "a worker holds the run quiz:model=m_first of suite s; cancel its submission or wait for its end",
  );
});

test.each([".generations", ".previous", ".withdrawals", ".", "..", "../s", "a/b", "pages", "groups", "", "x\u0000"])(
  "the name %j is no run, and nothing is deleted",
  async (run) => {
    const { objects } = await world();
    const before = await textsBelow(objects, "");
    await expect(withdraw(objects, { suite: "s", run }, true)).rejects.toThrow("there is no run");
    expect(await textsBelow(objects, "")).toEqual(before);
  },
);
