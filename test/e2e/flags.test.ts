import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";
import { cli, launch, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { entry, smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const SMALL = entry("small", "simple/model1");
const count = (text: string, part: string) => text.split(part).length - 1;

const runsOf = (cwd: string, suite = "s") =>
  readdirSync(join(cwd, "benchmark_output/runs", suite))
    .filter((name) => name !== ".generations")
    .toSorted();

/** Makes a folder with the suite "s" of one run. */
async function folderWithSuite(): Promise<string> {
  const cwd = smallBenchmarkFolder();
  expect(await cliHere("helm-run", ["-r", SMALL, "--suite", "s"], { cwd })).toMatchObject({ code: 0 });
  return cwd;
}

describe("helm-run", () => {
  test("takes every flag of HELM's; each flag without effect is reported once", async () => {
    const cwd = smallBenchmarkFolder({
      "e.conf": `entries: [{description: "${SMALL}", priority: 1}]`,
      "my_plugin.js": 'export const models = [{ name: "mine/a", answer: () => "A" }];',
    });
    const meaningless = {
      "--skip-instances": [],
      "--cache-instances": [],
      "--cache-instances-only": [],
      "--mongo-uri": [""],
      "--server-url": ["http://127.0.0.1:1"],
      "--api-key-path": ["proxy_api_key.txt"],
      "--enable-huggingface-models": ["a/b", "c/d@main"],
      "--enable-local-huggingface-models": ["./weights"],
      "--runner-class-name": ["helm.benchmark.runner.Runner"],
      "--log-config": ["log.yaml"],
    };
    const meant = ["--conf-paths", "e.conf", "--models-to-run", "simple/model1", "--groups-to-run", "SMALL"];
    meant.push("--priority", "2", "--max-eval-instances", "2", "--num-train-trials", "1", "--suite", "s");
    meant.push("--output-path", "benchmark_output", "--num-threads", "2", "--local-path", "prod_env");
    meant.push("--skip-completed-runs", "--exit-on-error", "--disable-cache", "--plugins", "my_plugin.js");
    const rest = Object.entries(meaningless).flatMap(([flag, values]) => [flag, ...values]);
    const { code, stderr } = await cli("helm-run", [...rest, ...meant], { cwd });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    for (const flag of Object.keys(meaningless))
      expect([flag, count(stderr, `${flag} has no effect here`)]).toEqual([flag, 1]);
    expect(runsOf(cwd)).toEqual(["SMALL:model=simple_model1"]);
  });

  test("takes HELM's short flags, and --run-specs for --run-entries", async () => {
    const cwd = smallBenchmarkFolder();
    const short = await cliHere(
      "helm-run",
      ["-r", SMALL, "-m", "2", "-t", "1", "-o", "benchmark_output", "-n", "1", "-d"],
      { cwd },
    );
    expect(short).toMatchObject({ code: 0 });
    expect(runsOf(cwd, "default")).toEqual(["SMALL:model=simple_model1"]);
    expect(readdirSync(join(cwd, "benchmark_output/runs/default/SMALL:model=simple_model1")).toSorted()).toEqual([
      "run_spec.json",
      "scenario.json",
      "scenario_state.json",
    ]);
    expect(await cliHere("helm-run", ["--run-specs", SMALL, "--suite", "s"], { cwd })).toMatchObject({ code: 0 });
    expect(runsOf(cwd)).toEqual(["SMALL:model=simple_model1"]);
  });

  test("--priority, --models-to-run and --groups-to-run leave entries out", async () => {
    const [one, two] = [SMALL, entry("small", "baseline/first-option")];
    const conf = `entries: [{description: "${one}", priority: 1}, {description: "${two}", priority: 3}]`;
    const cwd = smallBenchmarkFolder({ "e.conf": conf });
    const dry = (suite: string, flags: readonly string[]) =>
      cliHere("helm-run", ["--conf-paths", "e.conf", "--dry-run", "--suite", suite, ...flags], { cwd });
    expect(await dry("p", ["--priority", "2"])).toMatchObject({ code: 0 });
    expect(runsOf(cwd, "p")).toEqual(["SMALL:model=simple_model1"]);
    expect(await dry("m", ["--models-to-run", "baseline/first-option"])).toMatchObject({ code: 0 });
    expect(runsOf(cwd, "m")).toEqual(["SMALL:model=baseline_first-option"]);
    const none = await dry("g", ["--groups-to-run", "pubmed_qa"]);
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain("no run is left");
    expect(existsSync(join(cwd, "benchmark_output/runs/g"))).toBe(false);
  });

  test("without --max-eval-instances, the size of the whole split is printed before the first request", async () => {
    const cwd = smallBenchmarkFolder();
    const all = await cliHere("helm-run", ["-r", SMALL, "--suite", "s"], { cwd });
    expect(all).toMatchObject({ code: 0 });
    expect(count(all.stderr, "all 3 instances of the split")).toBe(1);
    expect(all.stderr.indexOf("all 3 instances")).toBeLessThan(all.stderr.indexOf("done in"));
    const two = await cliHere("helm-run", ["-r", SMALL, "--suite", "two", "-m", "2"], { cwd });
    expect(two).toMatchObject({ code: 0 });
    expect(two.stderr).not.toContain("of the split");
    // the size is printed although no server answers
    const down = await cliHere("helm-run", ["-r", entry("small", "a/b"), "--endpoint", "http://127.0.0.1:9/v1"], {
      cwd,
    });
    expect(down).toMatchObject({ code: 2 });
    expect(down.stderr).toContain("all 3 instances of the split");
  });

  test("an unknown flag is one sentence and exit 2", async () => {
    const { code, stderr } = await cliHere("helm-run", ["-r", SMALL, "--max-instances", "3"], { cwd: testFolder() });
    expect(code).toBe(2);
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("--max-instances");
  });

  test.skipIf(shared === undefined)(
    `the guide's CSV pasted with its ellipsis names the file and the row (skipped where ${whyNoShared})`,
    async () => {
      const demo = join(shared ?? "", "guide/exact_match_demo");
      const cwd = testFolder();
      for (const file of readdirSync(demo)) {
        const end = file.endsWith(".csv") ? "...\n" : "";
        writeFiles(cwd, { [file]: `${readFileSync(join(demo, file), "utf8").trimEnd()}\n${end}` });
      }
      const { code, stderr } = await cliHere("helm-run", ["-c", "exact_match_demo.conf", "--suite", "s"], { cwd });
      expect(code).toBe(2);
      expect(stderr.trimEnd().split("\n")).toHaveLength(1);
      expect(stderr).toMatch(/exact_match_demo_dataset\.csv.*\b(line|row) \d/);
      expect(existsSync(join(cwd, "benchmark_output/runs"))).toBe(false);
    },
  );
});

describe("helm-summarize and helm-server", () => {
  test("take every flag of HELM's; each flag without effect is reported once", async () => {
    const cwd = await folderWithSuite();
    const flags = ["--suite", "s", "-o", "benchmark_output", "--schema-validation", "warn", "-n", "4", "--debug"];
    flags.push("--skip-completed-run-display-json", "--local-path", "prod_env", "--auto-generate-schema");
    flags.push("--allow-unknown-models", "True", "--summarizer-class-name", "x.Y", "--log-config", "l.yaml");
    const summarised = await cli("helm-summarize", flags, { cwd });
    expect(summarised).toMatchObject({ code: 0 });
    for (const flag of ["--allow-unknown-models", "--summarizer-class-name", "--log-config"])
      expect([flag, count(summarised.stderr, `${flag} has no effect here`)]).toEqual([flag, 1]);

    const args = [
      "-o",
      "benchmark_output",
      "--suite",
      "s",
      "-p",
      "18431",
      "--cache-output-path",
      "c",
      "--project",
      "lite",
    ];
    const server = launch("helm-server", args, { cwd });
    const [, port] = await server.until(/http:\/\/127\.0\.0\.1:(\d+)\//);
    expect(Number(port)).toBeGreaterThanOrEqual(18431);
    const { code, stderr } = await server.stop();
    expect(code).toBe(0);
    for (const flag of ["--cache-output-path", "--project"])
      expect([flag, count(stderr, `${flag} has no effect here`)]).toEqual([flag, 1]);
  });

  test("an absent schema_medhelm.yaml is replaced by the packaged one with a message; another absent file is refused", async () => {
    const cwd = await folderWithSuite();
    const summarize = (...flags: string[]) => cliHere("helm-summarize", ["--suite", "s", ...flags], { cwd });
    for (const flag of ["--schema", "--schema-path"]) {
      const packaged = await summarize(flag, "schema_medhelm.yaml");
      expect(packaged).toMatchObject({ code: 0 });
      expect(count(packaged.stderr, "the packaged schema_medhelm.yaml is used")).toBe(1);
    }
    const silent = await summarize();
    expect(silent).toMatchObject({ code: 0 });
    expect(readFileSync(join(cwd, "benchmark_output/runs/s/leaderboard.json"), "utf8")).toContain('"SMALL"');
    const absent = await summarize("--schema-path", "mine.yaml");
    expect(absent).toMatchObject({ code: 2 });
    expect(absent.stderr).toContain("mine.yaml: there is no such file");
  });

  test("helm-server refuses a folder without a summary, and both names at once, in one sentence", async () => {
    const cwd = await folderWithSuite();
    const nothing = await cli("helm-server", [], { cwd });
    expect(nothing).toMatchObject({ code: 2 });
    expect(nothing.stderr).toContain("nothing in it has been summarised; run medhelm summarize first");
    const both = await cliHere("helm-server", ["--suite", "s", "--release", "r"], { cwd });
    expect(both).toMatchObject({ code: 2 });
    const none = await cliHere("helm-server", ["--suite", "t"], { cwd });
    expect(none).toMatchObject({ code: 2 });
    expect(none.stderr).toContain("there are s");
  });
});
