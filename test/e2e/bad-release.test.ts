import { cpSync, globSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { contents, refusal, type Seen, said } from "./bad-case.ts";
import { cli, openFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";

const OUT = "benchmark_output";
const RUN = `${OUT}/runs/s/demo_questions:model=baseline_first-option`;

/** A suite of one run, and a published release of it. A refused command must leave all of it unchanged. */
let home: ReturnType<typeof openFolder>;
beforeAll(async () => {
  home = openFolder();
  const cwd = home.folder;
  for (const [name, text] of Object.entries(schemas)) writeFileSync(join(cwd, name), text);
  await cli("medhelm", ["run", "-r", "demo_questions:model=baseline/first-option", "-m", "3", "--suite", "s"], { cwd });
  const released = await cli("medhelm", ["summarize", "--release", "r", "--suites", "s", "--publish"], { cwd });
  if (released.code !== 0) throw new Error(released.stderr);
  cpSync(join(cwd, RUN), join(cwd, "cut"), { recursive: true });
  truncateSync(join(cwd, "cut/scenario_state.json"), 3000);
  cpSync(join(cwd, RUN), join(cwd, "odd"), { recursive: true });
  writeFileSync(join(cwd, "odd/scenario_state.json"), '{"request_states": [{"id": 1}]}');
  cpSync(join(cwd, RUN), join(cwd, "nameless"), { recursive: true });
  writeFileSync(join(cwd, "nameless/run_spec.json"), '{"name": 1}');
});
afterAll(() => home.remove());

const schemas = {
  "indented.yaml": "run_groups:\n  - name: a\n metrics: []\n",
  "number.yaml": "run_groups: 3\n",
  "foreign.yaml": "run_groups:\n  - name: other\n",
  "a-file": "mine",
};

/** The folder without the bookkeeping that every command may open. */
const tree = (): Record<string, string> =>
  Object.fromEntries(Object.entries(contents(home.folder)).filter(([path]) => !path.includes("/.medhelm")));

async function refused(args: readonly string[], run = cliHere): Promise<Seen> {
  const before = tree();
  const outcome = said(await run("medhelm", args, { cwd: home.folder }), home.folder);
  return { ...outcome, isUntouched: isDeepStrictEqual(tree(), before) };
}

type Case = readonly [what: string, args: readonly string[], message: string];
const release = ["--release", "new", "--suites", "s"];

const summaries: readonly Case[] = [
  ["an unknown suite", ["--suite", "t"], "there is no suite t under runs/; the suites are s"],
  ["an unknown suite of a release", [...release, "t"], "there is no suite t under runs/; the suites are s"],
  ["a release without suites", ["--release", "new"], "--release new needs --suites NAMES, the suites of the release"],
  ["suites without a release", ["--suites", "s"], "--suites needs --release NAME, the name of the release"],
  ["a suite and a release", ["--suite", "s", ...release], "give either --suite, or --release with --suites, not both"],
  [
    "a release name that is not a folder name",
    ["--release", "../r", "--suites", "s"],
    "--release ../r: use letters, digits, '.', '_' and '-', at most 100, first a letter or digit; medhelm summarize --help lists the options",
  ],
  [
    "a published release of this name",
    ["--release", "r", "--suites", "s"],
    "the release r is published and never changes; choose another name",
  ],
  [
    "a missing output path",
    ["--suite", "s", "-o", "elsewhere"],
    "--output-path elsewhere: there is no such folder; name the folder that medhelm run wrote",
  ],
  [
    "an output path that is a file",
    ["--suite", "s", "-o", "a-file"],
    "--output-path a-file: it is not a folder; name the folder that medhelm run wrote",
  ],
  [
    "a missing schema",
    [...release, "--schema-path", "mine.yaml"],
    "--schema-path mine.yaml: there is no such file; correct the path, or omit the option for the packaged schema",
  ],
  ["a schema that is a folder", [...release, "--schema", "."], ".: it is a folder; name a file"],
  [
    "a schema that is not YAML",
    [...release, "--schema", "indented.yaml"],
    "indented.yaml, line 3: All mapping items must start at the same column; correct the YAML",
  ],
  [
    "a schema with another layout",
    [...release, "--schema", "number.yaml"],
    "number.yaml: run_groups: must be a list, not a number; correct that entry",
  ],
  [
    "a schema without a group for the runs",
    [...release, "--schema", "foreign.yaml"],
    "no run belongs to a group of foreign.yaml, which has the groups other; add a group for each benchmark of the runs (demo_questions), or omit the schema",
  ],
  [
    "two schemas",
    [...release, "--schema", "number.yaml", "--auto-generate-schema"],
    "give either --schema-path or --auto-generate-schema, not both",
  ],
  [
    "an unknown profile",
    [...release, "--profile", "best"],
    "--profile best: allowed choices are helm, corrected; medhelm summarize --help lists the options",
  ],
];

const scores: readonly Case[] = [
  ["a missing folder", ["nowhere", "-o", "new"], "nowhere: there is no such folder; name the folder of one run"],
  ["a folder without a run", [OUT, "-o", "new"], `${OUT}: there is no run_spec.json in it; name the folder of one run`],
  ["no output path", [RUN], "--output-path <dir> is required; medhelm score --help lists the options"],
  [
    "the run folder as its output",
    [RUN, "-o", RUN],
    `--output-path ${RUN}: it is the folder of a run, whose stats stay; name another folder`,
  ],
  [
    "an output path that is a file",
    [RUN, "-o", "a-file"],
    "--output-path a-file: it is a file; name a folder in which you can write",
  ],
  [
    "a truncated scenario_state.json",
    ["cut", "-o", "new"],
    "cut/scenario_state.json ends in the middle, after 3 values: it may be truncated; download it again, or run the benchmark again",
  ],
  [
    "a scenario_state.json of another kind",
    ["odd", "-o", "new"],
    "odd/scenario_state.json: request_states.0.instance: is missing; it is not a scenario_state.json of HELM",
  ],
  [
    "a run_spec.json of another kind",
    ["nameless", "-o", "new"],
    "nameless/run_spec.json: name: must be text, not a number",
  ],
];

const sites: readonly Case[] = [
  ["server: an unknown suite", ["server", "--suite", "t"], `${OUT}/runs/t: there is no such suite; there are s`],
  [
    "server: an unknown release",
    ["server", "--release", "t"],
    `${OUT}/releases/t: there is no such release; there are r`,
  ],
  [
    "server: a missing output path",
    ["server", "-o", "elsewhere"],
    "--output-path elsewhere: there is no such folder; name the folder that medhelm run wrote",
  ],
  [
    "server: nothing summarised",
    ["server", "-o", "cut"],
    "cut: nothing in it has been summarised; run medhelm summarize first",
  ],
  [
    "server: a suite that is not summarised",
    ["server", "--suite", "s", "--export-path", "new"],
    `${OUT}/runs/s: it has no leaderboard.json; run medhelm summarize first`,
  ],
  [
    "server: a port that is too large",
    ["server", "--port", "70000"],
    "--port 70000: a port is at most 65535; medhelm server --help lists the options",
  ],
  [
    "server: an export into a folder with files",
    ["server", "--release", "r", "--export-path", OUT],
    `--export-path ${OUT} is not empty; name a new folder`,
  ],
  [
    "server: an export to a file",
    ["server", "--release", "r", "--export-path", "a-file"],
    "--export-path a-file: it is a file; name a folder in which you can write",
  ],
  [
    "site build: a path below a file",
    ["site", "build", "--release", "r", "--out", "a-file/site"],
    "--out a-file: it is a file; name a folder in which you can write",
  ],
  [
    "score: a path below a file",
    ["score", RUN, "-o", "a-file/scores"],
    "--output-path a-file/scores: a part of it is a file; name a folder in which you can write",
  ],
  [
    "site build: an unknown release",
    ["site", "build", "--release", "t", "--out", "new"],
    `${OUT}/releases/t: there is no leaderboard.json; make the release first: medhelm summarize --release t --suites SUITE --output-path ${OUT}`,
  ],
  [
    "site build: a base without slashes",
    ["site", "build", "--release", "r", "--out", "new", "--base", "x"],
    "--base x: use a path that begins and ends with /, e.g. /x/; medhelm site --help lists the options",
  ],
  [
    "site build: a folder with other files",
    ["site", "build", "--release", "r", "--out", OUT],
    `the site cannot be built: --out ${OUT} is not empty and holds no MedHELM site. Choose another folder or empty this one.`,
  ],
  [
    "inspect: an unknown suite",
    ["inspect", "x", "--suite", "t"],
    `${OUT}/runs/t: there is no such suite; name another one with --suite or --output-path`,
  ],
  [
    "inspect: part of a run's name",
    ["inspect", "demo_questions", "--suite", "s"],
    'demo_questions: suite "s" has no finished run with this name; did you mean demo_questions:model=baseline_first-option?',
  ],
  [
    "inspect: an unknown instance",
    ["inspect", "demo_questions:model=baseline_first-option", "--suite", "s", "--instance", "id99"],
    'demo_questions:model=baseline_first-option: it has 3 instances, but no instance "id99"; omit --instance to print all',
  ],
];

describe("existing files do not change, one sentence says what to correct, and the exit code is 2", () => {
  test.each(summaries)("summarize: %s", async (_what, args, message) => {
    expect(await refused(["summarize", ...args])).toEqual(refusal(message));
  });
  test.each(scores)("score: %s", async (_what, args, message) => {
    expect(await refused(["score", ...args])).toEqual(refusal(message));
  });
  test.each(sites)("%s", async (_what, args, message) => {
    expect(await refused(args)).toEqual(refusal(message));
  });
});

describe("a suite with a run that", () => {
  const OTHER = "runs/s/demo_questions:model=other";
  const copy = (to: string): string => {
    const cwd = home.folder;
    cpSync(join(cwd, OUT), join(cwd, to), { recursive: true });
    cpSync(join(cwd, RUN), join(cwd, to, OTHER), { recursive: true });
    return join(cwd, to, OTHER);
  };

  test("is damaged: the summary leaves it out, and messages name the run and the file", async () => {
    writeFileSync(join(copy("damaged"), "stats.json"), "[");
    const { code, stderr } = await refused(["summarize", "--suite", "s", "-o", "damaged"], cli);
    expect(code).toBe(2);
    expect(stderr).toContain(
      `medhelm: ${OTHER}/stats.json is missing or damaged; call medhelm repair in its folder, or delete it and run its entry again\n`,
    );
    expect(stderr).toContain(
      "medhelm: Left out: demo_questions:model=other (its files differ from those in its manifest).\n",
    );
  });

  test("is unfinished: the summary leaves it out, and a message names it", async () => {
    rmSync(join(copy("unfinished"), "run_spec.json"));
    const { code, stderr } = await refused(["summarize", "--suite", "s", "-o", "unfinished"], cli);
    expect(code).toBe(0);
    expect(stderr).toContain("medhelm: Left out: demo_questions:model=other (it has no run_spec.json).\n");
    expect(stderr).toContain("medhelm: suite s: 1 run, HELM scoring, prompts: own, in unfinished/runs/s/\n");
  });
});

test("a site is not built of a page that differs from its manifest", async () => {
  const at = globSync(`${OUT}/runs/s/.generations/*/*/*/*/pages/1.json`, { cwd: home.folder });
  const page = at[0] ?? "";
  const whole = readFileSync(join(home.folder, page));
  writeFileSync(join(home.folder, page), `${whole.toString()}\n`);
  const seen = await refused(["site", "build", "--release", "r", "--out", "site"]);
  writeFileSync(join(home.folder, page), whole);
  const key = page.slice(`${OUT}/`.length);
  expect(seen).toEqual(
    refusal(
      `${key}: the stored file differs from the run's manifest; call medhelm repair, which makes it again or names what to run again`,
    ),
  );
});
