import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { SealedRuns } from "@medhelm/core/release/runs/sealed-runs";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { stoppedAt } from "@medhelm/testing/stores/stopped-store";
import { expect, test } from "vitest";
import { z } from "zod";
import { fixture, putRun, readReleaseFile, SCHEMA } from "@medhelm/testing/fixtures/release";
import { buildRelease, summarizeSuite } from "./build-release.ts";
import type { NewReleaseRequest, ReleasePorts } from "./ports.ts";
import { listKeys } from "./list-keys.ts";

const HelmRows = z.object({ rows: z.array(z.array(z.object({ value: z.unknown() }))) });

const release = (more: Partial<NewReleaseRequest> = {}): NewReleaseRequest => ({
  kind: "release",
  release: "r1",
  suites: ["s"],
  profile: "helm",
  ...more,
});

async function leaderboard({ objects }: ReleasePorts, prefix = "releases/r1/"): Promise<Leaderboard> {
  const found = await getJson(objects, `${prefix}leaderboard.json`, Leaderboard);
  if (found === undefined) throw new Error("no leaderboard");
  return found;
}

async function everything({ objects }: ReleasePorts, prefix: string): Promise<string> {
  const bodies = await Promise.all((await listKeys(objects, prefix)).map((key) => objects.get(key)));
  return bodies.map((body) => new TextDecoder().decode(body?.body)).join("\n");
}

test("a release ranks our runs and HELM's runs together, with counts for each value", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "public", prompts: "helm" });
  await putRun(ports.objects, { suite: "s", model: "m/b", score: 0.75 });
  const report = await buildRelease(ports, release());
  const { tables, rootGroup, runs } = await leaderboard(ports);
  expect([report.prefix, report.runs, rootGroup]).toEqual(["releases/r1/", 2, "all"]);
  expect(tables[0]?.rows.map(({ model, meanWinRate, cells }) => [model, meanWinRate, cells[0]?.value])).toEqual([
    ["m/b", 1, 0.75],
    ["m/a", 0, 0.5],
  ]);
  expect(tables[0]?.rows[1]?.cells[0]).toEqual({
    value: 0.5,
    otherProfile: 0.25,
    instances: 2,
    failed: 1,
    verdictsAsked: 2,
    verdictsScored: 1,
    runs: [runs[0]?.slug],
    state: "other-items",
    interval: { undefinedBecause: "there is one score" },
  });
  // HELM's folder counts neither failed requests nor verdicts, so they are unknown and not 0; one of its two answers has a value
  expect(tables[0]?.rows[0]?.cells[0]).toEqual({
    value: 0.75,
    instances: 2,
    scored: 1,
    runs: [runs[1]?.slug],
    state: "not-ranked",
    interval: { undefinedBecause: "there is one score" },
  });
  expect(runs[1]).not.toHaveProperty("failed");
  expect(runs.map(({ origin, access }) => [origin, access])).toEqual([
    ["medhelm", "public"],
    ["helm", "local"],
  ]);
});

test("a release has no text of gated, private or local runs", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/open", score: 1, access: "public", text: "open words" });
  for (const access of ["gated", "private", "local"] as const) {
    await putRun(ports.objects, { suite: "s", model: `m/${access}`, score: 1, access, text: "CANARY" });
  }
  await putRun(ports.objects, { suite: "s", model: "m/helm", score: 1, text: "CANARY" });
  await buildRelease(ports, release());
  const text = await everything(ports, "releases/r1/");
  expect([text.includes("CANARY"), text.includes("open words")]).toEqual([false, true]);
  expect((await leaderboard(ports)).runs.filter(({ hasPages }) => hasPages).map(({ model }) => model)).toEqual([
    "m/open",
  ]);
});

test("a release refers to the pages of sealed public generations, and copies no page", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "public", generation: 3, text: "words" });
  await putRun(ports.objects, { suite: "s", model: "m/b", score: 0.5, access: "gated", generation: 1, text: "CANARY" });
  await buildRelease(ports, release());
  const [open, gated] = (await leaderboard(ports)).runs;
  expect(open?.pages).toEqual({ folder: expect.stringMatching(PUBLIC_FOLDER), count: 1 });
  expect([gated?.hasPages, gated?.pages]).toEqual([false, undefined]);
  expect(await ports.objects.head(`${open?.pages?.folder}1.json`)).toBeDefined();
  expect(await listKeys(ports.objects, "releases/r1/pages/")).toEqual([]);
  expect(await everything(ports, "releases/r1/")).not.toMatch(/words|CANARY/);
});
const PUBLIC_FOLDER = /^runs\/s\/\.generations\/public\/quiz:model=m_a\/3-[0-9a-f]{32}\/derived-[0-9a-f]{12}\/pages\/$/;

test("sealed-runs.json names the exact seal of each run, and only HELM's runs have none", async () => {
  const ports = fixture();
  const run = await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "gated", generation: 3 });
  await putRun(ports.objects, { suite: "s", model: "m/helm", score: 0.5 });
  await buildRelease(ports, release());
  const sealed = await getJson(ports.objects, keys.releaseFile("r1", "sealed-runs.json"), SealedRuns);
  const manifest = (await ports.objects.get(keys.manifest("s", run)))?.body ?? "";
  expect(sealed?.runs).toEqual([
    {
      slug: expect.stringMatching(/^quiz-m_a-/),
      suite: "s",
      run,
      access: "gated",
      generation: 3,
      contentSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      manifestSha256: sha256Hex(manifest),
      folder: expect.stringMatching(/^held\/3-/),
      derived: "derived-0123456789ab",
    },
    { slug: expect.stringMatching(/^quiz-m_helm-/), suite: "s", run: "quiz:model=m_helm", access: "local" },
  ]);
});

/** The number of requests of a release of this many runs. */
async function requests(runs: number): Promise<number> {
  const ports = fixture();
  for (let n = 10; n < 10 + runs; n++) {
    const run = await putRun(ports.objects, {
      suite: "s",
      model: `m/${n}`,
      score: 0.5,
      access: "public",
      generation: 1,
    });
    await ports.objects.put(keys.lease("s", run), "{}");
  }
  const objects = stoppedAt(ports.objects, Infinity, true);
  await buildRelease({ ...ports, objects }, release());
  return objects.calls;
}

test("a run more costs a release four reads and one listing, with any number of pages", async () => {
  expect((await requests(30)) - (await requests(20))).toBe(10 * 5);
});

test("runs that have started are found before, between and after the finished ones", async () => {
  const ports = fixture();
  for (const model of ["m/b", "m/d"])
    await putRun(ports.objects, { suite: "s", model, score: 0.5, access: "public", generation: 1 });
  // "-" sorts before "/", so the folder m_b-2 comes before m_b
  const started = ["m_a", "m_b-2", "m_c", "m_e"].map((model) => `quiz:model=${model}`);
  for (const run of [...started, "quiz:model=m_d"]) {
    await ports.objects.put(keys.lease("s", run), "{}");
    await ports.objects.put(keys.outcome("s", run, "k"), "{}");
  }
  const { leftOut } = await buildRelease(ports, release());
  expect(leftOut.map(({ run }) => run).toSorted()).toEqual(started);
});

test("the owner's own suite has pages of every run, also of HELM's runs", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/helm", score: 1, text: "local words" });
  await summarizeSuite(ports, { kind: "suite", suite: "s", profile: "helm", serveLocalText: true });
  const [run] = (await leaderboard(ports, "runs/s/")).runs;
  const page = await ports.objects.get(`runs/s/pages/${run?.slug}/1.json`);
  expect(JSON.parse(new TextDecoder().decode(page?.body))).toMatchObject({
    page: 1,
    instances: [{ id: "id0", prompt: "local words", response: "A", stats: { exact_match: 1 } }],
  });
});

test("summarising a suite again removes the files of a deleted run", async () => {
  const ports = fixture();
  const { objects } = ports;
  const gone = await putRun(objects, { suite: "s", model: "m/gone", score: 1, access: "public" });
  await putRun(objects, { suite: "s", model: "m/a", score: 1, access: "public" });
  const request = { kind: "suite", suite: "s", profile: "helm" } as const;
  await summarizeSuite(ports, request);
  for (const key of await listKeys(objects, keys.run("s", gone))) await objects.delete(key);
  await summarizeSuite(ports, request);
  expect((await listKeys(objects, "runs/s/pages/")).length).toBe(2);
  expect((await leaderboard(ports, "runs/s/")).runs.map(({ model }) => model)).toEqual(["m/a"]);
});

test("building a local release again replaces the old one and keeps it under .previous", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await buildRelease(ports, release());
  await putRun(ports.objects, { suite: "t", model: "m/b", score: 0.75, access: "public" });
  const report = await buildRelease(ports, release({ suites: ["t"] }));
  expect(report.previous).toBe("releases/.previous/r1/1/");
  expect((await leaderboard(ports)).runs.map(({ model }) => model)).toEqual(["m/b"]);
  expect((await leaderboard(ports, "releases/.previous/r1/1/")).runs.map(({ model }) => model)).toEqual(["m/a"]);
  expect(await listKeys(ports.objects, "releases/.staging/")).toEqual([]);
  expect((await listKeys(ports.objects, "releases/r1/pages/")).length).toBe(2);
});

test("the staged files of a killed process go with the next release after a day", async () => {
  const clock = fakeClock();
  const ports = { ...fixture(), clock, objects: memoryStore({ clock }) };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await ports.objects.put(`${keys.releaseStaging("r1", "killed")}leaderboard.json`, "{}");
  await buildRelease(ports, release());
  expect((await listKeys(ports.objects, "releases/.staging/")).length).toBe(1);
  await clock.advance(25 * 3_600_000);
  await buildRelease(ports, release());
  expect(await listKeys(ports.objects, "releases/.staging/")).toEqual([]);
});

test("the staged files of a release whose name begins with this one's stay", async () => {
  const clock = fakeClock();
  const ports = { ...fixture(), clock, objects: memoryStore({ clock }) };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await ports.objects.put(`${keys.releaseStaging("r1-x", "other")}leaderboard.json`, "{}");
  await ports.objects.put(keys.releasePlan("r1-x", "request"), "{}");
  await clock.advance(25 * 3_600_000);
  await buildRelease(ports, release());
  expect((await listKeys(ports.objects, "releases/.staging/")).length).toBe(2);
});

test("with folders that can be renamed, a release is replaced with two renames", async () => {
  const ports = fixture();
  const moves: [string, string][] = [];
  const movePrefix = async (from: string, to: string): Promise<void> => {
    moves.push([from, to]);
    for (const key of await listKeys(ports.objects, from)) {
      await ports.objects.copy(key, to + key.slice(from.length));
      await ports.objects.delete(key);
    }
  };
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await buildRelease({ ...ports, movePrefix }, release());
  await buildRelease({ ...ports, movePrefix }, release());
  expect(moves.map(([, to]) => to)).toEqual(["releases/r1/", "releases/.previous/r1/1/", "releases/r1/"]);
});

test("a published release never changes", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await buildRelease(ports, release({ publish: true }));
  await expect(buildRelease(ports, release())).rejects.toThrow(
    "the release r1 is published and never changes; choose another name",
  );
});

test("a failed run is left out without its message, which may name folders of this machine", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 1 });
  await ports.objects.put(
    keys.failed("s", "quiz:model=m_b"),
    '{"formatVersion":1,"reason":"/home/x/data.csv is missing"}',
  );
  const { notices } = await buildRelease(ports, release());
  expect(notices[0]).toBe("Left out: quiz:model=m_b (it failed; run it again to see the reason).");
});

test("a run that is not sealed is left out and named", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  const open = await putRun(ports.objects, { suite: "s", model: "m/open", score: 0.25 });
  await ports.objects.put(keys.identity("s", open), "{}");
  await ports.objects.put(keys.outcome("s", "quiz:model=m_started", "k"), "{}");
  const report = await buildRelease(ports, release());
  expect(report.leftOut.map(({ run }) => run)).toEqual([open, "quiz:model=m_started"]);
  expect(report.notices[0]).toContain("Left out: quiz:model=m_open (it is not sealed");
});

test("a run whose files changed after its seal is left out", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  const changed = await putRun(ports.objects, { suite: "s", model: "m/b", score: 0.25, access: "public" });
  await ports.objects.put(keys.runFile("s", changed, "stats.json"), "[]");
  const report = await buildRelease(ports, release());
  const file = keys.runFile("s", changed, "stats.json");
  expect(report.leftOut).toEqual([
    { suite: "s", run: changed, reason: "its files differ from those in its manifest", file },
  ]);
});

test("prompts of our wording and of HELM's have rows of their own, win rates of their own, and a notice", async () => {
  const ports = fixture();
  for (const [suite, prompts, scores] of [
    ["s", "own", [0.25, 0.5]],
    ["t", "helm", [0.75, 1]],
  ] as const)
    for (const [index, model] of ["m/a", "m/b"].entries())
      await putRun(ports.objects, { suite, model, score: scores[index] ?? 0, access: "public", prompts });
  const { notices } = await buildRelease(ports, release({ suites: ["s", "t"] }));
  const { tables, notices: shown } = await leaderboard(ports);
  expect(tables[0]?.wordings).toEqual(["own", "helm"]);
  expect(
    tables[0]?.rows.map(({ model, wording, meanWinRate, cells }) => [model, wording, meanWinRate, cells[0]?.value]),
  ).toEqual([
    ["m/b", "own", 1, 0.5],
    ["m/a", "own", 0, 0.25],
    ["m/b", "helm", 1, 1],
    ["m/a", "helm", 0, 0.75],
  ]);
  expect(shown[0]).toBe(notices[0]);
  expect(notices).toEqual([
    "The prompts of the runs have different wordings: own (2 runs), helm (2 runs). Scores with different prompts cannot be compared: where a benchmark has several wordings, each has rows of its own, and mean win rates compare only rows of one wording.",
  ]);
  const file = await readReleaseFile(ports.objects, "r1", "groups/json/quiz_quiz_.json", HelmRows);
  expect(file?.rows.map(([label, value]) => [label?.value, value?.value])).toEqual([
    ["m/a [prompts: own]", 0.25],
    ["m/a [prompts: helm]", 0.75],
    ["m/b [prompts: own]", 0.5],
    ["m/b [prompts: helm]", 1],
  ]);
});

test("a run in two suites counts for the last suite, with a notice, or for both on request", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
  await putRun(ports.objects, { suite: "t", model: "m/a", score: 0.75, access: "public" });
  const { notices } = await buildRelease(ports, release({ suites: ["s", "t"] }));
  expect(notices).toEqual(["Some runs are in several suites, and only the last suite counts: t instead of s (1 run)."]);
  expect((await leaderboard(ports)).tables[0]?.rows[0]?.cells[0]?.value).toBe(0.75);
  await buildRelease(ports, release({ suites: ["s", "t"], duplicates: "helm" }));
  expect((await leaderboard(ports)).tables[0]?.rows[0]?.cells[0]?.value).toBe(0.5);
});

test.each(["a copy", "z-copy"])(
  "a run folder that a user copied to %s does not count if the run's own folder exists",
  async (name) => {
    const ports = fixture();
    const run = await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.75, access: "public" });
    const prefix = keys.run("s", run);
    for await (const { key } of ports.objects.list(prefix))
      await ports.objects.copy(key, keys.runFile("s", name, key.slice(prefix.length)));
    await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.25, access: "public" });
    const { notices } = await buildRelease(ports, release());
    expect(notices).toEqual([
      `Some runs are in two folders of a suite, and only one folder counts: quiz:model=m_a instead of ${name} in s (1 run).`,
    ]);
    expect((await leaderboard(ports)).tables[0]?.rows[0]?.cells[0]?.value).toBe(0.25);
  },
);

test("the profile selects the stats, and a run without corrected stats is left out", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "public" });
  await putRun(ports.objects, { suite: "s", model: "m/helm", score: 0.5 });
  const { leftOut } = await buildRelease(ports, release({ profile: "corrected" }));
  const { profile, tables } = await leaderboard(ports);
  expect([profile, tables[0]?.rows[0]?.cells[0]?.value, leftOut.length]).toEqual(["corrected", 0.25, 1]);
});

test("a custom benchmark has its own group, whose parent is the root if there is no other root", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "local", group: "MY-BENCH" });
  await buildRelease(ports, release());
  const { rootGroup, groups } = await leaderboard(ports);
  expect(rootGroup).toBe("custom_benchmarks");
  expect(groups.map(({ name, benchmark }) => [name, benchmark?.mainMetric])).toEqual([
    ["custom_benchmarks", undefined],
    ["MY-BENCH", "exact_match"],
  ]);
});

test("baselines and stand-in judges are named on every page", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "baseline/first", score: 0.5, access: "public" });
  await buildRelease(ports, release());
  expect((await leaderboard(ports)).notices).toEqual([
    "Baselines are simple built-in rules, not language models: baseline/first.",
    "These judges are built-in rules, not language models: lex. Their scores show how the tool works, not how good an answer is.",
  ]);
});

test("the file of a run group with a long name has a shortened name", async () => {
  const ports = fixture();
  const group = "q".repeat(300);
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, group });
  const text = SCHEMA.replaceAll("quiz", group);
  await buildRelease(ports, release({ schema: { kind: "file", label: "my.yaml", text } }));
  const files = (await listKeys(ports.objects, "releases/r1/groups/q")).map((key) => key.split("/").at(-1));
  expect(files).toEqual([`${"q".repeat(50)}-2dbf557691355eab.json`]);
});

test("the message about an invalid request names the existing suites and groups", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 0.5, access: "public" });
  const failure = (request: NewReleaseRequest) => buildRelease(ports, request).catch((error: unknown) => String(error));
  const file = (text: string) => release({ schema: { kind: "file", label: "my.yaml", text } });
  expect(await failure(release({ suites: ["x"] }))).toBe(
    "UserError: there is no suite x under runs/; the suites are s",
  );
  expect(await failure(release({ release: "../r" }))).toContain("UserError: the release name");
  expect(await failure(file("run_groups: [{ name: [}]"))).toContain("UserError: my.yaml, line 1");
  expect(await failure(file("run_groups: [{}]"))).toContain("UserError: my.yaml: run_groups[0].name:");
  expect(await failure(file(SCHEMA.replaceAll("quiz", "other")))).toContain(
    "no run belongs to a group of my.yaml, which has the groups all, other; add a group for each benchmark of the runs (quiz)",
  );
  const strict = { ...file(SCHEMA.replace("[accuracy]", "[speed]")), validation: "error" } as const;
  expect(await failure(strict)).toContain(
    "my.yaml, line 8: run group quiz names the metric group speed, which is not in metric_groups",
  );
  expect(await listKeys(ports.objects, "releases/")).toEqual([]);
});

test("a benchmark without a card has the description of its scenario.json", async () => {
  const ports = fixture();
  const run = await putRun(ports.objects, { suite: "s", model: "m/a", score: 1, group: "ward", access: "local" });
  const scenario = { name: "ward", description: "Ten questions about ward rounds.", tags: [] };
  await ports.objects.put(keys.runFile("s", run, "scenario.json"), JSON.stringify(scenario));
  await buildRelease(ports, release());
  const { groups } = await leaderboard(ports);
  expect(groups.find(({ name }) => name === "ward")?.description).toBe("Ten questions about ward rounds.");
});

test("a release has the file name of its schema, without the folder on the user's machine", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 1, access: "public" });
  await putRun(ports.objects, { suite: "s", model: "m/a", score: 1, group: "other", access: "public" });
  await buildRelease(ports, release({ schema: { kind: "file", label: "/home/ada/own.yaml", text: SCHEMA } }));
  const { schema, notices } = await leaderboard(ports);
  expect(schema).toBe("own.yaml");
  expect(notices[0]).toBe("own.yaml has no group for other, so no table shows these runs.");
});
