import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { putRun } from "@medhelm/testing/fixtures/release";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { command } from "./import.ts";
import { command as summarize } from "./summarize.ts";

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-import-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** An output folder of HELM's: two runs of the suite v1, and a release of them. */
let helm: string;
beforeAll(async () => {
  helm = mkdtempSync(join(tmpdir(), "medhelm-import-"));
  const objects = fsStore(join(helm, "benchmark_output"));
  for (const model of ["m/a", "m/b"]) await putRun(objects, { suite: "v1", model, score: 0.5, group: "pubmed_qa" });
  objects.close();
  const suite = join(helm, "benchmark_output/runs/v1");
  const runs = readdirSync(suite).map((run) => ({
    run_path: `benchmark_output/runs/v1/${run}`,
    run_spec: JSON.parse(readFileSync(join(suite, run, "run_spec.json"), "utf8")),
    stats: JSON.parse(readFileSync(join(suite, run, "stats.json"), "utf8")),
  }));
  const release = join(helm, "benchmark_output/releases/r1/runs.json");
  mkdirSync(dirname(release), { recursive: true });
  writeFileSync(release, JSON.stringify(runs));
});
afterAll(() => rmSync(helm, { recursive: true }));

async function stderrOf(run: () => Promise<unknown>): Promise<string> {
  let stderr = "";
  vi.spyOn(process.stderr, "write").mockImplementation((chunk) => {
    stderr += String(chunk);
    return true;
  });
  try {
    await run();
  } finally {
    vi.restoreAllMocks();
  }
  return stderr;
}

const imported = (place: string, to: string, ...more: readonly string[]): Promise<string> =>
  stderrOf(() => command.run([place, "--output-path", to, ...more]));

const RUNS = ["pubmed_qa:model=m_a", "pubmed_qa:model=m_b"];
const FILES = ["per_instance_stats.json", "run_spec.json", "scenario_state.json", "stats.json"];
const leaderboardIn = (folder: string): Leaderboard =>
  Leaderboard.parse(JSON.parse(readFileSync(join(folder, "leaderboard.json"), "utf8")));

describe("runs of HELM's", () => {
  test.each(["", "benchmark_output", "benchmark_output/runs", "benchmark_output/runs/v1"])(
    "are imported from its folder %j with their files and the name of their suite",
    async (folder) => {
      const to = newFolder();
      const stderr = await imported(join(helm, folder), to);
      expect(readdirSync(join(to, "runs/v1"))).toEqual(RUNS);
      expect(readdirSync(join(to, "runs/v1/pubmed_qa:model=m_a")).toSorted()).toEqual(FILES);
      expect(stderr).toContain(`medhelm: 2 runs of suite v1 in ${to}\n`);
    },
  );

  test("--suite chooses one of several suites", async () => {
    const [from, to] = [newFolder(), newFolder()];
    for (const suite of ["v1", "v2"]) await putRun(fsStore(from), { suite, model: "m/a", score: 0.5 });
    await imported(from, to, "--suite", "v2");
    expect(readdirSync(join(to, "runs"))).toEqual(["v2"]);
    await expect(imported(from, to, "--suite", "v3")).rejects.toThrow(
      "--suite v3: the place has the suites v1, v2; name one of them, or give its folder runs/SUITE as the place",
    );
  });

  test("one run is imported from its own folder", async () => {
    const to = newFolder();
    await imported(join(helm, "benchmark_output/runs/v1", RUNS[1] ?? ""), to);
    expect(readdirSync(join(to, "runs/v1"))).toEqual([RUNS[1]]);
  });

  test("a folder of runs outside of runs/ gives a suite of its name, or of another one", async () => {
    const [from, to] = [join(newFolder(), "download"), newFolder()];
    cpSync(join(helm, "benchmark_output/runs/v1"), from, { recursive: true });
    await imported(from, to);
    await imported(from, to, "--suite", "official");
    expect(readdirSync(join(to, "runs"))).toEqual(["download", "official"]);
  });

  test("a release without its runs is imported from runs.json, and a summary shows its scores without text", async () => {
    const to = newFolder();
    await imported(join(helm, "benchmark_output/releases/r1"), to);
    const stderr = await stderrOf(() => summarize.run(["--suite", "v1", "--output-path", to]));
    expect(stderr).toContain(
      `medhelm: Without prompts and responses, because their folders have no scenario_state.json: ${RUNS.join("; ")}.\n`,
    );
    expect(
      leaderboardIn(join(to, "runs/v1")).runs.map(({ mainMetric, stats }) => [mainMetric, stats["exact_match"]]),
    ).toEqual([
      ["exact_match", 0.5],
      ["exact_match", 0.5],
    ]);
  });

  test("a repeated import changes nothing, and other files are never replaced", async () => {
    const to = newFolder();
    await imported(helm, to);
    await imported(helm, to);
    const file = join(to, "runs/v1/pubmed_qa:model=m_b/stats.json");
    writeFileSync(file, "[]");
    await expect(imported(helm, to)).rejects.toThrow(
      "runs/v1/pubmed_qa:model=m_b/stats.json: there is another file, which the import would replace; give --suite another name",
    );
    expect(readFileSync(file, "utf8")).toBe("[]");
  });
});

test("a sealed run is imported with all its files into a suite of another name", async () => {
  const [from, to] = [newFolder(), newFolder()];
  const objects = fsStore(from);
  const one = await plan(1, "demo_questions:model=baseline/first-option");
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(one));
  objects.close();
  await imported(join(from, "runs", SUITE), to, "--suite", "theirs");
  const files = readdirSync(join(to, "runs/theirs", one.runSpec.name));
  expect(files).toEqual(expect.arrayContaining(["manifest.json", "scores.json", "scenario_state.json", "pages"]));
  await stderrOf(() => summarize.run(["--suite", "theirs", "--output-path", to, "--strict"]));
  expect(leaderboardIn(join(to, "runs/theirs")).runs.map(({ origin }) => origin)).toEqual(["medhelm"]);
});

describe("a place without runs is refused", () => {
  test.each([
    ["nowhere", "PLACE nowhere: there is no such folder; name the folder that has runs/"],
    ["nowhere.csv", "nowhere.csv"],
    ["s3://UPPER", "PLACE s3://UPPER: the address of a bucket is s3://BUCKET or s3://BUCKET/PREFIX"],
  ])("%s", async (place, message) => {
    const to = join(newFolder(), "out");
    await expect(imported(place, to)).rejects.toThrow(message);
    expect(existsSync(to)).toBe(false);
  });

  test("an empty folder, and runs.json that is cut off", async () => {
    const [from, to] = [newFolder(), newFolder()];
    await expect(imported(from, to)).rejects.toThrow(
      `${from}: it has no runs; name a folder with runs/, a folder of runs, a release with runs.json, or a table as .csv`,
    );
    writeFileSync(join(from, "runs.json"), '[{"run_path": "runs/v1/x", "run_spec": {}, "stats": []}]');
    await expect(imported(from, to)).rejects.toThrow("runs.json, run 1: run_spec.name: is missing; restore the file");
    writeFileSync(join(from, "runs.json"), '[{"run_path": "runs/v1');
    await expect(imported(from, to)).rejects.toThrow("runs.json");
  });
});

describe("a published table", () => {
  const TABLE = "Model,PubMedQA - EM,MedQA - EM,ACI-Bench - Jury Score\nA,0.7,0.6,3\nB,0.6,0.5,5\n";

  test("becomes a suite, and a summary says what its scores can show", async () => {
    const to = newFolder();
    writeFileSync(join(to, "board.csv"), TABLE);
    const stderr = await imported(join(to, "board.csv"), to);
    expect(stderr).toContain(
      "medhelm: The wording of the prompts behind an imported table is unknown, so that its scores are compared with no other runs. If the prompts were HELM's, as those of MedHELM's official leaderboards, import the table with --prompts helm and a new --suite; it is then compared with runs of HELM's wording.\n",
    );
    expect(stderr).toContain(
      "medhelm: The scores of these suites are those of published tables, without instances: board (board.csv). They have no measurement interval, and nothing shows how new questions of the same benchmarks would change them; their ranks are those that remain possible with other benchmarks of the same kinds.\n",
    );
    expect(stderr).toContain(
      "medhelm: First by mean win rate is A (0.667), but A and B if one of the benchmarks MedQA, PubMedQA is left out.\n",
    );
    expect(stderr).toContain(
      "medhelm: Mean win rate and macro average name different leaders: A (0.667) and B (0.700 over 3 benchmarks).\n",
    );
    await stderrOf(() => summarize.run(["--suite", "board", "--output-path", to]));
    const { runs, tables, rootGroup } = leaderboardIn(join(to, "runs/board"));
    expect(runs.map(({ origin, hasPages, table }) => [origin, hasPages, table?.line])).toContainEqual([
      "table",
      false,
      3,
    ]);
    const root = tables.find(({ group }) => group === rootGroup);
    expect(root?.rows.map(({ model, meanWinRate }) => [model, meanWinRate])).toEqual([
      ["A", 2 / 3],
      ["B", 1 / 3],
    ]);
  });

  test("is in one table of a release with runs of the same wording, and rows and cells name their suites", async () => {
    const to = newFolder();
    writeFileSync(join(to, "board.csv"), TABLE);
    const stderr = await imported(join(to, "board.csv"), to, "--prompts", "helm");
    expect(stderr).not.toContain("--prompts helm");
    await imported(helm, to);
    await stderrOf(() => summarize.run(["--release", "r", "--suites", "board", "v1", "--output-path", to]));
    const { tables, rootGroup } = leaderboardIn(join(to, "releases/r"));
    const root = tables.find(({ group }) => group === rootGroup);
    const column = root?.columns.findIndex(({ group }) => group === "pubmed_qa") ?? -1;
    expect(
      root?.rows.map(({ model, suites, cells }) => [model, suites, cells[column]?.value, cells[column]?.suites]),
    ).toEqual([
      ["A", ["board"], 0.7, ["board"]],
      ["B", ["board"], 0.6, ["board"]],
      ["m/a", ["v1"], 0.5, ["v1"]],
      ["m/b", ["v1"], 0.5, ["v1"]],
    ]);
  });

  test("has no corrected scores, and a corrected summary says why", async () => {
    const to = newFolder();
    writeFileSync(join(to, "board.csv"), "Model,PubMedQA\nA,0.7\n");
    await imported(join(to, "board.csv"), to);
    const args = ["--suite", "board", "--profile", "corrected", "--output-path", to];
    await expect(stderrOf(() => summarize.run(args))).rejects.toThrow(
      "no run of board can be summarised (pubmed_qa:model=A: it has no corrected stats, and no scenario_state.json to compute them from)",
    );
  });

  test("a wrong value is refused before anything is written", async () => {
    const to = newFolder();
    writeFileSync(join(to, "board.csv"), "Model,PubMedQA\nA,0.7\nB,none\n");
    await expect(imported(join(to, "board.csv"), join(to, "out"))).rejects.toThrow(
      'board.csv, line 3, column "PubMedQA": "none" is not a number; write a number, or leave the cell empty',
    );
    expect(existsSync(join(to, "out", "runs"))).toBe(false);
  });
});
