import { cpSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { cli, testFolder } from "./cli.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";

const Leaderboard = z.object({ runs: z.array(z.object({ suite: z.string(), run: z.string() })) });
const leaderboardOf = (cwd: string, release: string) =>
  Leaderboard.parse(
    JSON.parse(readFileSync(join(cwd, "benchmark_output/releases", release, "leaderboard.json"), "utf8")),
  );

async function folderWithSuite(): Promise<string> {
  const cwd = testFolder();
  writeFiles(cwd, smallBenchmark);
  const args = ["-r", entry("small", "simple/model1"), "--suite", "my"];
  expect(await cli("helm-run", args, { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

test("a published release does not change; a local release is rebuilt, and the old one is kept", async () => {
  const cwd = await folderWithSuite();
  const summarize = (...flags: string[]) => cli("medhelm", ["summarize", "--suites", "my", ...flags], { cwd });
  expect(await summarize("--release", "local")).toMatchObject({ code: 0 });
  const again = await summarize("--release", "local");
  expect(again).toMatchObject({ code: 0 });
  expect(again.stderr).toContain("the previous local is kept in benchmark_output/releases/.previous/local/1");
  expect(await summarize("--release", "fixed", "--publish")).toMatchObject({ code: 0 });
  const before = readFileSync(join(cwd, "benchmark_output/releases/fixed/leaderboard.json"), "utf8");
  const refused = await summarize("--release", "fixed");
  expect(refused).toMatchObject({ code: 2 });
  expect(refused.stderr).toContain("fixed");
  expect(refused.stderr.trimEnd().split("\n")).toHaveLength(1);
  expect(readFileSync(join(cwd, "benchmark_output/releases/fixed/leaderboard.json"), "utf8")).toBe(before);
});

test("a missing suite is refused by its name, and no release remains", async () => {
  const cwd = await folderWithSuite();
  const { code, stderr } = await cli("medhelm", ["summarize", "--release", "r", "--suites", "my", "your"], { cwd });
  expect(code).toBe(2);
  expect(stderr).toContain("your");
  const shown = await cli("medhelm", ["server", "--release", "r"], { cwd });
  expect(shown).toMatchObject({ code: 2 });
});

test.skipIf(shared === undefined)(
  `medhelm summarize --schema-path takes HELM's schema file for our suites and HELM's (skipped where ${whyNoShared})`,
  async () => {
    const cwd = await folderWithSuite();
    cpSync(join(oracle("oracle"), "benchmark_output/runs/oracle-a"), join(cwd, "benchmark_output/runs/other"), {
      recursive: true,
    });
    cpSync(join(oracle("oracle"), "schema_medhelm.yaml"), join(cwd, "schema.yaml"));
    const { code, stderr } = await cli(
      "medhelm",
      ["summarize", "--release", "r1", "--suites", "my", "other", "--schema-path", "schema.yaml", "--profile", "helm"],
      { cwd },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const { runs } = leaderboardOf(cwd, "r1");
    expect(runs.filter(({ suite }) => suite === "other").length).toBeGreaterThan(10);
    const built = await cli("medhelm", ["site", "build", "--release", "r1", "--out", "public"], { cwd });
    expect(built).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "public/index.html"), "utf8")).toContain("stub-1");
  },
);

test.skipIf(shared === undefined)(
  `medhelm import puts an official release next to own runs, and the release of both is exported (skipped where ${whyNoShared})`,
  async () => {
    const cwd = await folderWithSuite();
    const official = join(oracle("oracle"), "benchmark_output/runs/oracle-a");
    expect(await cli("medhelm", ["import", official, "--suite", "v2.0.0"], { cwd })).toMatchObject({ code: 0 });
    const made = await cli("medhelm", ["summarize", "--release", "r1", "--suites", "my", "v2.0.0"], { cwd });
    expect(made).toMatchObject({ code: 0 });
    const suites = leaderboardOf(cwd, "r1").runs.map(({ suite }) => suite);
    expect([suites.includes("my"), suites.filter((suite) => suite === "v2.0.0").length]).toEqual([true, 20]);
    const args = ["export", "--format", "csv", "parquet", "--release", "r1", "--to", "tables"];
    expect(await cli("medhelm", args, { cwd })).toMatchObject({ code: 0 });
    const [head = "", ...rows] = readFileSync(join(cwd, "tables/tables/pubmed_qa.csv"), "utf8").split("\n");
    expect(head.split(",").at(-1)).toBe("suites");
    expect(rows.filter((row) => row.endsWith(",v2.0.0"))).toHaveLength(3);
    expect(readFileSync(join(cwd, "tables/scores.parquet")).subarray(0, 4).toString()).toBe("PAR1");
  },
);
