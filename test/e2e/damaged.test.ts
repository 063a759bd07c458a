import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inFolder } from "./bad-case.ts";
import { openFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

const NAME = "demo_questions:model=baseline_first-option";
const SUITE = "benchmark_output/runs/s";
const entry = (model: string): string[] => ["run", "-r", `demo_questions:model=${model}`, "-m", "3", "--suite", "s"];

let home: ReturnType<typeof openFolder>;
/** path of the run's file, by its name in HELM's layout */
const paths = new Map<string, string>();
beforeAll(async () => {
  home = openFolder();
  for (const model of ["baseline/first-option", "baseline/longest-option"])
    await cliHere("medhelm", entry(model), { cwd: home.folder });
  const generations = join(SUITE, ".generations/public", NAME);
  for (const path of readdirSync(join(home.folder, generations), { recursive: true, encoding: "utf8" }))
    paths.set(path.replace(/^[^/]+\/(?:derived-[^/]+\/)?/, ""), join(generations, path));
  paths.set("manifest.json", join(SUITE, NAME, "manifest.json"));
});
afterAll(() => home.remove());

const damages = {
  missing: (path: string) => rmSync(path),
  "changed in one byte": (path: string) => writeFileSync(path, readFileSync(path).fill(0, 0, 1)),
};
const files = [
  "manifest.json",
  "run_spec.json",
  "scenario.json",
  "scenario_state.json",
  "stats.json",
  "per_instance_stats.json",
  "corrected/stats.json",
  "corrected/per_instance_stats.json",
  "scores.json",
  "pages/index.json",
  "pages/1.json",
] as const;

const layouts = ["generation", "copied folder"] as const;

test("medhelm run names a scores.json with another field, and says what to do", () =>
  inFolder({}, async (cwd) => {
    cpSync(home.folder, cwd, { recursive: true });
    const path = join(cwd, paths.get("scores.json") ?? "");
    writeFileSync(path, readFileSync(path, "utf8").replace('"values"', '"valves"'));
    for (const file of [path, join(cwd, SUITE, NAME, "scores.json")]) utimesSync(file, 1e9, 1e9); // a changed time is noticed earlier
    expect(await cliHere("medhelm", entry("baseline/first-option"), { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /scores\.json: the stored file differs from the run's manifest; call medhelm repair, which makes it again or names what to run again/,
      ),
    });
  }));

const FOLDER = "a folder is in the place of this file; remove it";
test.each([
  ["answers.sqlite", "benchmark_output/.medhelm/answers.sqlite", FOLDER],
  ["answers.sqlite-shm", "benchmark_output/.medhelm/answers.sqlite-shm", FOLDER],
  ["locks.sqlite", "benchmark_output/.medhelm/locks.sqlite", FOLDER],
  ["lease.json", `benchmark_output/work/s/${NAME}/lease.json`, FOLDER],
  ["manifest.json", join(SUITE, NAME, "manifest.json"), FOLDER],
])("a folder in the place of %s is named in one sentence, by repair too if it holds a file of SQLite", (_, path, why) =>
  inFolder({}, async (cwd) => {
    cpSync(home.folder, cwd, { recursive: true });
    rmSync(join(cwd, path), { force: true });
    mkdirSync(join(cwd, path));
    for (const args of [entry("baseline/first-option"), ...(path.includes(".sqlite") ? [["repair"]] : [])]) {
      const { code, stderr } = await cliHere("medhelm", args, { cwd });
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(`${path}: ${why}`) });
      expect(stderr).not.toMatch(/^ {4}at /m);
    }
  }),
);

test("a file in the place of the folder of uploads is named in one sentence", () =>
  inFolder({}, async (cwd) => {
    cpSync(home.folder, cwd, { recursive: true });
    rmSync(join(cwd, "benchmark_output/.medhelm/uploads"), { recursive: true });
    writeFileSync(join(cwd, "benchmark_output/.medhelm/uploads"), "");
    const { code, stderr } = await cliHere("medhelm", entry("baseline/first-option"), { cwd });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(".medhelm/uploads: a file is in the place of this folder; remove it"),
    });
  }));

describe.each(layouts)("a run in a %s, of which a file", (layout) => {
  test.each(Object.entries(damages).flatMap(([how, damage]) => files.map((file) => [how, file, damage] as const)))(
    "is %s (%s), is no bug for any command, keeps the summary of other runs, and is whole after a second run",
    (_how, file, damage) =>
      inFolder({}, async (cwd) => {
        cpSync(home.folder, cwd, { recursive: true });
        if (layout === "copied folder") rmSync(join(cwd, SUITE, ".generations"), { recursive: true });
        const path = join(cwd, layout === "copied folder" ? join(SUITE, NAME, file) : (paths.get(file) ?? ""));
        damage(path);
        const call = (...args: string[]) => cliHere("medhelm", args, { cwd });
        const summary = await call("summarize", "--suite", "s");
        expect([summary.code, /suite s: ([12]) runs?/.exec(summary.stderr)?.[1]]).not.toContain(undefined);
        for (const args of [
          ["inspect", NAME, "--suite", "s"],
          ["export", "--helm", "--suite", "s", "--to", "out"],
          entry("baseline/first-option"),
        ])
          expect((await call(...args)).stderr).not.toContain("this is a bug");
        rmSync(path, { force: true }); // what the messages say
        expect((await call(...entry("baseline/first-option"))).code).toBe(0);
        expect((await call("summarize", "--suite", "s")).stderr).toContain("suite s: 2 runs");
        expect((await call("export", "--helm", "--suite", "s", "--to", "whole")).stderr).toContain(
          "2 runs of suite s in whole",
        );
      }),
  );
});
