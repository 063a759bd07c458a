import { cpSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { plan, runToSeal, SUITE, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { command } from "./diff.ts";
import { putRun } from "@medhelm/testing/fixtures/release";
import { command as summarize } from "./summarize.ts";

const [first, longest] = [
  await plan(3, "demo_questions:model=baseline/first-option"),
  await plan(3, "demo_questions:model=baseline/longest-option"),
];
const pathOf = (run: string): string => join(folder, "runs", SUITE, run);

/** An output folder with two runs; release r1 was made before the second run. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "medhelm-diff-"));
  const objects = fsStore(folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(first));
  await summarize.run(["--release", "r1", "--suites", SUITE, "-o", folder]);
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(longest));
  await summarize.run(["--release", "r2", "--suites", SUITE, "-o", folder]);
  vi.restoreAllMocks();
  objects.close();
});
afterAll(() => rmSync(folder, { recursive: true }));

async function printed(...args: readonly string[]): Promise<string> {
  let stdout = "";
  vi.spyOn(process.stdout, "write").mockImplementation((chunk) => {
    stdout += String(chunk);
    return true;
  });
  try {
    await command.run(args.includes("--from") ? args : [...args, "-o", folder]);
  } finally {
    vi.restoreAllMocks();
  }
  return stdout;
}

test("names the deployment as what differs between runs of two models", async () => {
  const text = await printed(pathOf(first.runSpec.name), pathOf(longest.runSpec.name));
  expect(text).toContain(": 3 common instances\n");
  expect(text).toContain('  deployment: "baseline/first-option" -> "baseline/longest-option"\n');
});

test("compares two runs of a place of --from by their suite and name", async () => {
  const [before, after] = [`${SUITE}/${first.runSpec.name}`, `${SUITE}/${longest.runSpec.name}`];
  expect(await printed(before, after, "--from", folder)).toContain('deployment: "baseline/first-option" ->');
});

test("a name of a run without its suite is refused with --from", async () => {
  await expect(printed("a/b/c", "a/b/d", "--from", folder)).rejects.toThrow("name a run as SUITE/RUN");
});

test("finds no reason between a run and itself", async () => {
  const text = await printed(pathOf(first.runSpec.name), pathOf(first.runSpec.name), "--json");
  expect(JSON.parse(text)).toMatchObject({
    runs: [{ reasons: [], instances: { common: 3, otherInput: 0, onlyBefore: 0, onlyAfter: 0 } }],
  });
});

test("names a run that only one of two releases has", async () => {
  expect(await printed("r1", "r2")).toBe(`${longest.runSpec.name}: only in the release after\n`);
});

test("compares the only runs of a benchmark and model whose arguments differ between two releases", async () => {
  const other = mkdtempSync(join(tmpdir(), "medhelm-diff-"));
  onTestFinished(() => rmSync(other, { recursive: true }));
  const objects = fsStore(other);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const brief = await plan(3, "demo_questions:model=baseline/first-option,max_train_instances=0");
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(first));
  await summarize.run(["--release", "r1", "--suites", SUITE, "-o", other]);
  renameSync(join(other, "runs"), join(other, "hidden"));
  await runToSeal(workerPorts(objects, { answered: [] }), workRequest(brief));
  await summarize.run(["--release", "r2", "--suites", SUITE, "-o", other]);
  cpSync(join(other, "hidden"), join(other, "runs"), { recursive: true });
  vi.restoreAllMocks();
  objects.close();
  const { runs } = JSON.parse(await printed("r1", "r2", "--json", "--from", other));
  expect(runs).toMatchObject([
    {
      instances: { common: 3 },
      reasons: [{ what: "run name", before: first.runSpec.name, after: brief.runSpec.name }],
    },
  ]);
});

test.each([
  [["r1", "r3"], "releases/r3/sealed-runs.json: there is no such file"],
  [["r1", "runs/s/x"], "give two of one kind"],
])("%j is refused with one sentence", async (args, sentence) => {
  await expect(printed(...args)).rejects.toThrow(sentence);
});

test("compares the means of runs that HELM made, and lists only those that moved", async () => {
  const objects = fsStore(folder);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  for (const [release, score] of [["h1", 0.5] as const, ["h2", 0.75] as const]) {
    await putRun(objects, { suite: "helm", model: "m/same", score: 1, group: "pubmed_qa" });
    await putRun(objects, { suite: "helm", model: "m/moved", score, group: "pubmed_qa" });
    await summarize.run(["--release", release, "--suites", "helm", "-o", folder]);
  }
  objects.close();
  vi.restoreAllMocks();
  expect(await printed("h1", "h2")).toBe(
    [
      "pubmed_qa:model=m_moved: it has no manifest in one of the releases, so that only its means are compared",
      "metric       before  after",
      "-----------  ------  ------",
      "exact_match  0.5000  0.7500",
      "",
    ].join("\n"),
  );
});

test.each([
  {
    from: '"prompt":"Q?"',
    to: '"prompt":"Think. Q?"',
    found: "1 common instances, 1 with another prompt, 0 with another reply",
  },
  { from: '"text":"A"', to: '"text":"B"', found: "1 common instances, 0 with another prompt, 1 with another reply" },
  { from: '"text":"Q?"', to: '"text":"R?"', found: "0 common instances, 1 with other inputs, 0 with" },
])("compares two folders that HELM wrote: $found", async ({ from, to, found }) => {
  const objects = fsStore(folder);
  const at = (suite: string, score: number) => putRun(objects, { suite, model: "m/x", score, group: "pubmed_qa" });
  const [before, after] = [await at("h1", 0), await at("h2", 1)];
  const key = `runs/h2/${after}/scenario_state.json`;
  const stored = await objects.get(key);
  await objects.put(
    key,
    Buffer.from(stored?.body ?? "")
      .toString()
      .replace(from, to),
  );
  objects.close();
  const text = await printed(join(folder, "runs/h1", before), join(folder, "runs/h2", after));
  expect(text).toContain(found);
  expect(text).toMatch(/exact_match +helm +0\.0000 +1\.0000/);
  expect(text).toContain("unknown, because HELM's files do not say it: data, protocol, models that answered,");
});

test("names the fields of the run spec in which our run differs from one of HELM's", async () => {
  const objects = fsStore(folder);
  const helm = join(
    folder,
    "runs",
    "h3",
    await putRun(objects, { suite: "h3", model: "m/x", score: 1, group: "demo_questions" }),
  );
  objects.close();
  const text = await printed(helm, pathOf(first.runSpec.name));
  expect(text).toContain('  deployment: "m/x" -> "baseline/first-option"\n');
  expect(text).toContain('  run spec: scenario_spec.class_name: "Quiz" -> ');
});

test("a folder without files is refused with one sentence", async () => {
  await expect(printed(join(folder, "runs/none/x"), join(folder, "runs/none/y"))).rejects.toThrow(
    "none/x: there is no run of this name; name the folder of a run",
  );
});
