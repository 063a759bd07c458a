import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { startModelServer } from "./model-server.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";

const RUN = "SMALL:model=house_model-x";
const manyQuestions = [
  "bed,question,correct_answer,incorrect_answers",
  ...Array.from({ length: 24 }, (_, i) => `${i},Is it free?,Yes,"[""No""]"`),
  "",
].join("\n");

/** Prepares helm-run of the small benchmark, with 24 questions, against a server that records requests. */
async function prepared() {
  const recorder = await startModelServer();
  const cwd = testFolder();
  writeFiles(cwd, { ...smallBenchmark, "questions.csv": manyQuestions });
  const run = (...flags: string[]) =>
    cliHere(
      "helm-run",
      ["-r", entry("small", "house/model-x"), "--suite", "s", "--endpoint", recorder.endpoint, ...flags],
      {
        cwd,
      },
    );
  const manifest = (folder = `runs/s/${RUN}`): unknown =>
    JSON.parse(readFileSync(join(cwd, "benchmark_output", folder, "manifest.json"), "utf8"));
  return { cwd, run, manifest, asked: () => recorder.requests.length };
}

test("a run of 10 instances, extended to 20, pays for 10 more", async () => {
  const { run, manifest, asked } = await prepared();
  expect(await run("-m", "10")).toMatchObject({ code: 0 });
  expect(asked()).toBe(10);
  const more = await run("-m", "20");
  expect(more).toMatchObject({ code: 0 });
  expect(more.stderr).toContain("changed since the last run: ");
  expect(asked()).toBe(20);
  expect(manifest()).toMatchObject({ coverage: { instances: 20 } });
});

test("an edited prompt reopens the run, names the change, and keeps the earlier results", async () => {
  const { cwd, run, manifest, asked } = await prepared();
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  const before = manifest();
  writeFiles(cwd, { "prompt.txt": "Bed {bed}: {question} Yes or No?" });
  const { code, stderr } = await run("-m", "4");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(stderr).toContain("changed since the last run: prompt template");
  expect(asked()).toBe(8);
  const [, kept = ""] = /earlier results are kept in (\S+?)\/?,/.exec(stderr) ?? [];
  expect(kept).toContain(".generations/held/");
  expect(manifest(kept)).toEqual(before);
});

test("a run folder that is deleted, wholly or in part, is restored without a request", async () => {
  const { cwd, run, asked } = await prepared();
  const folder = join(cwd, "benchmark_output/runs/s", RUN);
  const files = () =>
    Object.fromEntries(
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((file) => file.isFile())
        .map((file) => join(file.parentPath, file.name))
        .map((path) => [path.slice(folder.length), readFileSync(path, "utf8")]),
    );
  await run("-m", "4");
  const before = files();
  rmSync(join(folder, "stats.json"));
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  expect(files()).toEqual(before);
  rmSync(folder, { recursive: true });
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  expect(files()).toEqual(before);
  rmSync(join(cwd, "benchmark_output/runs"), { recursive: true });
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  expect(Object.keys(files()).toSorted()).toEqual(Object.keys(before).toSorted());
  expect(files()["/stats.json"]).toBe(before["/stats.json"]);
  expect(asked()).toBe(4);
});

test("--skip-completed-runs does not skip a reopened run that was interrupted", async () => {
  const { cwd, run, asked } = await prepared();
  await run("-m", "4");
  writeFiles(cwd, { "prompt.txt": "Bed {bed}: {question} Yes or No?" });
  expect(await run("-m", "4", "--endpoint", "http://127.0.0.1:9/v1")).toMatchObject({ code: 2 });
  const { code, stderr } = await run("-m", "4", "--skip-completed-runs");
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(asked()).toBe(8);
  expect((await run("-m", "4", "--skip-completed-runs")).stderr).toContain("was complete, skipped");
});

test("medhelm score of a run's own folder writes the run's stats, byte for byte, under both profiles", async () => {
  const { cwd, run } = await prepared();
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  const folder = `benchmark_output/runs/s/${RUN}`;
  for (const [profile, below] of [
    ["helm", "."],
    ["corrected", "corrected"],
  ] as const) {
    const args = ["score", folder, "--output-path", profile, "--profile", profile];
    expect(await cli("medhelm", args, { cwd })).toMatchObject({ code: 0 });
    for (const file of ["stats.json", "per_instance_stats.json"])
      expect(readFileSync(join(cwd, profile, file), "utf8")).toBe(readFileSync(join(cwd, folder, below, file), "utf8"));
  }
});

test("a second configuration of the same name is refused with both paths, and the first results stay", async () => {
  const { cwd, run, manifest, asked } = await prepared();
  expect(await run("-m", "4")).toMatchObject({ code: 0 });
  const before = manifest();
  writeFiles(cwd, { "other.yaml": smallBenchmark["small.yaml"].replace("max_tokens: 4", "max_tokens: 8") });
  const other = ["-r", "medhelm_configurable_benchmark:config_path=other.yaml,model=house/model-x"];
  const { code, stderr } = await cliHere(
    "helm-run",
    [...other, "-m", "4", "--suite", "s", "--endpoint", "http://127.0.0.1:9/v1"],
    {
      cwd,
    },
  );
  expect(code).toBe(2);
  expect(stderr).toContain("small.yaml");
  expect(stderr).toContain("other.yaml");
  expect(asked()).toBe(4);
  expect(manifest()).toEqual(before);
});

test("--skip-completed-runs skips a sealed run; --disable-cache keeps answers within the run", async () => {
  const { cwd, run, asked } = await prepared();
  expect(await run("-m", "4", "--disable-cache")).toMatchObject({ code: 0 });
  const skipped = await run("-m", "4", "--skip-completed-runs");
  expect(skipped).toMatchObject({ code: 0 });
  expect(skipped.stderr).toContain("was complete, skipped");
  expect(asked()).toBe(4);
  expect(existsSync(join(cwd, "benchmark_output/runs/s", RUN, "stats.json"))).toBe(true);
});
