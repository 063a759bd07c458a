import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, testFolder } from "./cli.ts";

const RUN = "demo_notes:model=baseline_lead-sentences";

/** A suite of two runs, and a release of it. */
async function releasedSuite(): Promise<string> {
  const cwd = testFolder();
  const runs = ["-r", "demo_notes:model=baseline/lead-sentences", "demo_questions:model=baseline/longest-option"];
  const run = await cli("medhelm", ["run", ...runs, "--suite", "s", "-m", "2"], { cwd });
  expect(run).toMatchObject({ code: 0 });
  const release = ["summarize", "--suites", "s", "--release", "r1"];
  expect(await cli("medhelm", release, { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

const filesOf = (cwd: string, folder: string): string[] =>
  readdirSync(join(cwd, "benchmark_output", folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));

test("medhelm withdraw deletes a run and then its release, only with --yes, and names the releases that show the run", async () => {
  const cwd = await releasedSuite();
  const withdraw = (...args: string[]) => cli("medhelm", ["withdraw", ...args], { cwd });
  const before = filesOf(cwd, "runs");
  const counted = await withdraw("--suite", "s", "--run", RUN, "-o", "./benchmark_output");
  expect([counted.code, filesOf(cwd, "runs")]).toEqual([2, before]);
  expect(counted.stderr).toMatch(
    /run demo_notes:model=baseline_lead-sentences of suite s has \d+ objects; add --yes to/,
  );
  expect(counted.stderr).toContain("withdraw it, too: medhelm withdraw --release r1 -o ./benchmark_output\n");

  const deleted = await withdraw("--suite", "s", "--run", RUN, "--yes");
  expect(deleted).toMatchObject({ code: 0 });
  const [entry = "", ...others] = filesOf(cwd, "audit");
  expect([JSON.parse(readFileSync(entry, "utf8")), others]).toEqual([
    {
      formatVersion: 1,
      time: expect.any(String),
      owner: "operator",
      keyId: expect.stringContaining("@"),
      method: "COMMAND",
      route: "medhelm withdraw",
      named: { suite: "s", run: RUN },
      status: 202,
      textSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    [],
  ]);
  expect(deleted.stderr).toContain(
    "release r1 shows numbers of these runs; withdraw it, too: medhelm withdraw --release r1\n",
  );
  expect([...filesOf(cwd, "runs"), ...filesOf(cwd, "work")].filter((file) => file.includes("demo_notes"))).toEqual([]);
  const inspected = await cli("medhelm", ["inspect", RUN, "--suite", "s"], { cwd });
  expect(inspected).toMatchObject({ code: 2 });

  expect(await withdraw("--release", "r1", "--yes")).toMatchObject({ code: 0 });
  expect(filesOf(cwd, "releases")).toEqual([]);
  const summary = await cli("medhelm", ["summarize", "--suite", "s"], { cwd });
  expect(summary).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "benchmark_output/runs/s/leaderboard.json"), "utf8")).not.toContain("demo_notes");
});

test.each([
  [[], "give either --suite NAME, with or without --run, or --release NAME"],
  [["--suite", "s", "--release", "r1"], "give either --suite NAME, with or without --run, or --release NAME"],
  [["--run", RUN, "--release", "r1"], `--run ${RUN} needs --suite NAME, the suite of the run`],
  [["--suite", "s", "--scratch", "s3://scratch"], "give --store s3://BUCKET with them"],
  [["--suite", "s", "--store", "s3://results"], "give --scratch s3://BUCKET, the service's scratch bucket"],
  [["--release", "r1", "--store", "s3://results", "--site", "s3://site"], "give --site s3://BUCKET and --index TABLE"],
])("medhelm withdraw %j is refused before anything is read", async (args, reason) => {
  const { code, stderr } = await cli("medhelm", ["withdraw", "--yes", ...args], { cwd: testFolder() });
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test("medhelm withdraw and inspect take no folder of the suite's own for a run", async () => {
  const cwd = await releasedSuite();
  const before = filesOf(cwd, "runs");
  const withdrawn = await cli("medhelm", ["withdraw", "--suite", "s", "--run", ".generations", "--yes"], { cwd });
  expect(withdrawn).toMatchObject({
    code: 2,
    stderr: "medhelm: there is no run .generations in suite s; give the name of a folder below runs/s/\n",
  });
  expect(filesOf(cwd, "runs")).toEqual(before);
  expect(await cli("medhelm", ["inspect", ".generations", "--suite", "s"], { cwd })).toMatchObject({
    code: 2,
    stderr: 'medhelm: .generations: suite "s" has no finished run with this name\n',
  });
});
