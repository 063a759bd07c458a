import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import { openRun } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { fixture, putRun, readReleaseFile, type TestRun } from "@medhelm/testing/fixtures/release";
import { describe, expect, test } from "vitest";
import { buildRelease, summarizeSuite } from "./build-release.ts";
import { buildRequestedRelease } from "./build-requested-release.ts";

const RUN = "quiz:model=m_bad";
const DAMAGES = ["missing", "empty", "cut", "flipped"] as const;
type Damage = (typeof DAMAGES)[number];

async function damage(objects: ObjectStore, file: string, how: Damage): Promise<string> {
  const key = (await openRun(objects, "s", RUN)).keyOf(file);
  const { body } = (await objects.get(key)) ?? { body: new Uint8Array() };
  const middle = body.length >> 1;
  const flipped = body.map((byte, at) => (at === 0 ? byte ^ 1 : byte));
  if (how === "missing") await objects.delete(key);
  else await objects.put(key, how === "flipped" ? flipped : body.slice(0, how === "cut" ? middle : 0));
  return key;
}

/** A suite of two runs, of which one has a damaged file. */
async function suiteWith(file: string, how: Damage, run: Partial<TestRun> = { generation: 1 }) {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1, access: "public", generation: 1 });
  await putRun(ports.objects, { suite: "s", model: "m/bad", score: 0.5, access: "public", ...run });
  return { ports, key: await damage(ports.objects, file, how) };
}

const suite = { kind: "suite", suite: "s", profile: "helm" } as const;
const release = { kind: "release", release: "r1", suites: ["s"], profile: "helm" } as const;
const models = async ({ objects }: { readonly objects: ObjectStore }) =>
  (await readReleaseFile(objects, "r1", "leaderboard.json", Leaderboard))?.runs.map(({ model }) => model);

describe.each([
  ["in the folder of its generation", { generation: 1 }],
  ["in a copied folder", {}],
])("a run %s", (_where, run) => {
  test.each(DAMAGES.flatMap((how) => ["run_spec.json", "stats.json"].map((file) => [how, file] as const)))(
    "with a file that is %s (%s) is a gap of the release, and a warning names the file",
    async (how, file) => {
      const { ports, key } = await suiteWith(file, how, run);
      const report = await buildRelease(ports, release);
      expect(report.leftOut).toEqual([
        { suite: "s", run: RUN, reason: reasons(how, file, run), ...fileOf(key, how, run) },
      ]);
      expect(await models(ports)).toEqual(["m/good"]);
    },
  );

  test.each(DAMAGES)("with files that no table needs and that are %s is in the release", async (how) => {
    for (const file of ["scenario_state.json", "per_instance_stats.json", "corrected/stats.json"]) {
      const { ports } = await suiteWith(file, how, run);
      expect((await buildRelease(ports, release)).leftOut).toEqual([]);
    }
  });
});

/** A copied run without the file is not different from an unfinished run of HELM's, so no reader sees that it was deleted. */
const isAbsentCopy = (how: Damage, run: object) => how === "missing" && !("generation" in run);
const fileOf = (key: string, how: Damage, run: object) => (isAbsentCopy(how, run) ? {} : { file: key });
function reasons(how: Damage, file: string, run: object): string {
  if (isAbsentCopy(how, run)) return `it has no ${file}`;
  return how === "missing" ? `its ${file} is missing` : "its files differ from those in its manifest";
}

test.each(["empty", "cut", "flipped"] as const)(
  "a run with a manifest.json that is %s is a gap of suite and release",
  async (how) => {
    const { ports, key } = await suiteWith("manifest.json", how);
    const reports = [await summarizeSuite(ports, suite), await buildRelease(ports, release)];
    for (const { leftOut, notices, warnings } of reports) {
      expect(leftOut).toEqual([{ suite: "s", run: RUN, reason: "its manifest.json is damaged", file: key }]);
      expect(notices).toEqual([`Left out: ${RUN} (its manifest.json is damaged).`]);
      expect(warnings).toEqual([
        `${key} is missing or damaged; call medhelm repair in its folder, or delete it and run its entry again`,
      ]);
    }
  },
);

test("a run whose manifest has a newer format is a gap, and no warning says to delete it", async () => {
  const { ports, key } = await suiteWith("manifest.json", "empty");
  await putJson(ports.objects, key, { formatVersion: 3 });
  const { leftOut, warnings } = await buildRelease(ports, release);
  expect(leftOut).toEqual([{ suite: "s", run: RUN, reason: "its manifest.json has a newer format; upgrade medhelm" }]);
  expect(warnings).toEqual([]);
});

test.each(DAMAGES)(
  "a copied run with a page that is %s keeps its scores, and a notice says that its text is absent",
  async (how) => {
    const { ports, key } = await suiteWith("pages/index.json", how, {});
    const { leftOut, notices, warnings } = await buildRelease(ports, release);
    const shown = await readReleaseFile(ports.objects, "r1", "leaderboard.json", Leaderboard);
    expect(leftOut).toEqual([]);
    expect(shown?.runs.map(({ model, hasPages }) => [model, hasPages])).toEqual([
      ["m/bad", false],
      ["m/good", true],
    ]);
    expect(notices).toEqual([`Without prompts and responses, because a page is missing or damaged: ${RUN}.`]);
    expect(shown?.notices[0]).toBe(notices[0]);
    expect(warnings).toEqual([expect.stringContaining(key)]);
    expect(await keysIn(ports.objects, "releases/r1/pages/")).toEqual([]);
  },
);

test("a damaged file of a run that HELM wrote is a gap with the field that is wrong", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1, access: "public" });
  await putRun(ports.objects, { suite: "s", model: "m/bad", score: 1 });
  await ports.objects.put(keys.runFile("s", RUN, "run_spec.json"), '{"name": 1}');
  const { leftOut } = await buildRelease(ports, release);
  expect(leftOut[0]?.reason).toBe("its run_spec.json has another layout (name: must be text, not a number)");
});

/** HELM's run of the model m/bad with another text in one of its files. */
async function helmRunWith(file: string, change: (text: string) => string) {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1 });
  await putRun(ports.objects, { suite: "s", model: "m/bad", score: 1 });
  const key = keys.runFile("s", RUN, file);
  const { body } = (await ports.objects.get(key)) ?? { body: new Uint8Array() };
  const pretty = JSON.stringify(JSON.parse(new TextDecoder().decode(body)), undefined, 2);
  await ports.objects.put(key, change(pretty));
  return ports;
}

test.each([
  ["run_spec.json", (text: string) => text.slice(0, 30), "its run_spec.json is cut off at line 2"],
  ["stats.json", (text: string) => text.slice(0, 60), "its stats.json is cut off at line 5"],
  ["stats.json", () => "", "its stats.json is cut off at line 1"],
  [
    "stats.json",
    (text: string) => text.replace(/"count": \d+,/, '"count" 1,'),
    "its stats.json is not JSON from line 7",
  ],
  [
    "stats.json",
    (text: string) => text.replace(/"count": \d+/, '"mean": NaN, "count": "one"'),
    "its stats.json has another layout (line 7, 0.count: must be a number, not text)",
  ],
  ["stats.json", () => "[1]", "its stats.json has another layout (0: must be an object, not a number)"],
] as const)("a file of HELM's (%s) that is damaged is a gap with the line", async (file, change, reason) => {
  const ports = await helmRunWith(file, change);
  const { leftOut } = await summarizeSuite(ports, suite);
  expect(leftOut).toEqual([{ suite: "s", run: RUN, reason, file: keys.runFile("s", RUN, file), isForeign: true }]);
});

const FOREIGN =
  "is missing or damaged; the run has no manifest of medhelm, so restore the file, import the run again, or run it again with HELM";

test("a warning about a damaged file of HELM's does not name medhelm repair, which cannot make it", async () => {
  const ports = await helmRunWith("stats.json", () => "[");
  expect((await summarizeSuite(ports, suite)).warnings).toEqual([`${keys.runFile("s", RUN, "stats.json")} ${FOREIGN}`]);
});

test("a release that was requested over the API does not name medhelm repair for a damaged file of HELM's", async () => {
  const ports = await helmRunWith("stats.json", () => "[");
  expect(await warningsOfRequested(ports)).toEqual([`${keys.runFile("s", RUN, "stats.json")} ${FOREIGN}`]);
});

test("a stat that overflowed is skipped, and the others of the run count", async () => {
  const ports = await helmRunWith("stats.json", (text) =>
    text.replace("[", '[{"name": {"name": "ppl", "split": "test"}, "count": 1, "sum": Infinity, "sum_squared": NaN},'),
  );
  const { leftOut, incomplete, runs } = await summarizeSuite(ports, suite);
  expect([leftOut, incomplete, runs]).toEqual([[], [], 2]);
});

test("a run without the main metric counts, and a notice and --strict name it", async () => {
  const ports = await helmRunWith("stats.json", (text) => text.replaceAll("exact_match", "f1_score"));
  const report = await summarizeSuite(ports, suite);
  const sentence = `Incomplete: ${RUN} (its stats have no exact_match on the split test).`;
  expect([report.runs, report.notices]).toEqual([2, [sentence]]);
  await expect(summarizeSuite(ports, { ...suite, strict: true })).rejects.toThrow(
    `--strict allows no gaps, so nothing is written: ${sentence}`,
  );
});

test("--strict refuses a damaged run, and writes no release", async () => {
  const { ports } = await suiteWith("stats.json", "cut");
  await expect(buildRelease(ports, { ...release, strict: true })).rejects.toThrow(
    `--strict allows no gaps, so nothing is written: Left out: ${RUN} (its files differ from those in its manifest).`,
  );
  expect(await models(ports)).toBeUndefined();
});

test("--strict accepts a suite without gaps", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1 });
  expect((await summarizeSuite(ports, { ...suite, strict: true })).runs).toBe(1);
});

test.each(["last", "helm"] as const)(
  "two runs of one name with other specs are named with the field and both files (--duplicates %s)",
  async (duplicates) => {
    const ports = fixture();
    for (const one of ["s", "t"]) await putRun(ports.objects, { suite: one, model: "m/bad", score: 1 });
    const key = keys.runFile("s", RUN, "run_spec.json");
    const spec = new TextDecoder().decode((await ports.objects.get(key))?.body);
    await ports.objects.put(key, spec.replace(/"max_tokens":\d+/, '"max_tokens":7'));
    const both = { ...release, suites: ["s", "t"], duplicates };
    const { incomplete } = await buildRelease(ports, both);
    const [counted, other] = duplicates === "last" ? ["t", "s"] : ["s", "t"];
    const reason = `another run of this name has another spec: adapter_spec.max_tokens of ${other}/${RUN}/run_spec.json differs from ${counted}/${RUN}/run_spec.json`;
    expect(incomplete).toEqual([{ suite: counted, run: RUN, reason }]);
    await expect(buildRelease(ports, { ...both, strict: true })).rejects.toThrow(reason);
  },
);

test("a damaged run of another owner's suite is a gap that the release does not name", async () => {
  const { ports } = await suiteWith("manifest.json", "cut");
  const { leftOut, notices, warnings } = await buildRelease(ports, { ...release, publicOnly: ["s"] });
  expect([leftOut, notices, warnings, await models(ports)]).toEqual([[], [], [], ["m/good"]]);
});

async function warningsOfRequested(ports: ReturnType<typeof fixture>): Promise<string[]> {
  const reported: string[] = [];
  await putJson(ports.objects, keys.releaseRequest("r1"), {
    formatVersion: 1,
    owner: "ann",
    createdAt: "2026-01-01T00:00:00.000Z",
    request: { name: "r1", suites: ["s"], profile: "helm", publish: true },
  });
  const report = (warning: string) => reported.push(warning);
  expect(await buildRequestedRelease({ ...ports, report }, "r1")).toBe("built");
  return reported;
}

test("a release that was requested over the API is built without the damaged run", async () => {
  const { ports, key } = await suiteWith("manifest.json", "cut");
  expect(await warningsOfRequested(ports)).toEqual([
    `${key} is missing or damaged; call medhelm repair in its folder, or delete it and run its entry again`,
  ]);
  expect(await models(ports)).toEqual(["m/good"]);
});

test("a suite of damaged runs only is refused with the reason of the first, its file and what to do", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/bad", score: 1, access: "public" });
  await damage(ports.objects, "manifest.json", "cut");
  await expect(buildRelease(ports, release)).rejects.toThrow(
    `no run of s can be summarised (${RUN}: its manifest.json is damaged); runs/s/${RUN}/manifest.json is missing or damaged; call medhelm repair in its folder, or delete it and run its entry again`,
  );
});

test("an error of the store is not damage: the release fails", async () => {
  const { ports } = await suiteWith("stats.json", "flipped");
  const get: ObjectStore["get"] = async (key) => {
    if (key.endsWith("stats.json")) throw new Error("the store is down");
    return ports.objects.get(key);
  };
  await expect(buildRelease({ ...ports, objects: { ...ports.objects, get } }, release)).rejects.toThrow(
    "store is down",
  );
});

/** A suite of HELM's with a run whose file is cut off in its middle. */
async function helmSuite(file: string) {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1 });
  const key = `runs/s/${await putRun(ports.objects, { suite: "s", model: "m/bad", score: 0.5 })}/${file}`;
  const { body } = (await ports.objects.get(key)) ?? { body: new Uint8Array() };
  const text = JSON.stringify(JSON.parse(new TextDecoder().decode(body)), null, 2);
  await ports.objects.put(key, text.slice(0, text.length / 2));
  return { ports, key };
}

test.each([
  ["per_instance_stats.json", 11],
  ["scenario_state.json", 26],
])("a cut %s of HELM's is named with its line, and --strict writes no table", async (file, line) => {
  const { ports, key } = await helmSuite(file);
  const shown = { ...suite, serveLocalText: true };
  expect((await summarizeSuite(ports, shown)).warnings).toEqual([
    expect.stringContaining(`${key}, line ${line}, ends in the middle, after`),
  ]);
  await expect(summarizeSuite(ports, { ...shown, strict: true })).rejects.toThrow(
    `--strict allows no gaps, so no table is written: ${key}, line ${line}, ends in the middle`,
  );
});

test("a run whose stats lack the main metric was run, and its score is undefined", async () => {
  const ports = fixture();
  await putRun(ports.objects, { suite: "s", model: "m/good", score: 1 });
  const run = await putRun(ports.objects, { suite: "s", model: "m/none", score: 1 });
  await putJson(ports.objects, `runs/s/${run}/stats.json`, []);
  await summarizeSuite(ports, suite);
  const leaderboard = await getJson(ports.objects, "runs/s/leaderboard.json", Leaderboard);
  expect(leaderboard?.tables.find(({ group }) => group === "quiz")?.rows[1]?.cells[0]).toMatchObject({
    value: null,
    state: "unscored",
    interval: { undefinedBecause: "no instance has a score" },
  });
});
