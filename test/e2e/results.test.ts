import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { googleStorage } from "@medhelm/testing/google-storage";
import { expect, onTestFinished, test } from "vitest";
import { oracle, shared, whyNoShared } from "../shared.ts";
import { cli, launch, testFolder } from "./cli.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";

/** Google Storage with the output of the oracle, and a command that pulls from it. */
async function official() {
  const root = join(oracle("oracle"), "benchmark_output");
  const paths = ["releases/a1", "runs/oracle-a"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).map((path) => join(folder, path)),
  );
  const files = paths.filter((path) => statSync(join(root, path)).isFile());
  const server = await googleStorage(Object.fromEntries(files.map((path) => [path, readFileSync(join(root, path))])), {
    prefix: "medhelm/benchmark_output/",
    pageSize: 50,
  });
  onTestFinished(() => server.close());
  const cwd = testFolder();
  const pull = (...args: readonly string[]) =>
    cli(
      "medhelm",
      [
        "data",
        "pull",
        "results",
        "gs://crfm-helm-public/medhelm/benchmark_output",
        "--storage-url",
        server.url,
        ...args,
      ],
      { cwd },
    );
  return { cwd, pull, server };
}

test.skipIf(shared === undefined)(
  `official results are pulled, shown by helm-server, and merged with own runs (skipped where ${whyNoShared})`,
  async () => {
    const { cwd, pull } = await official();
    const pulled = await pull("--release", "a1", "-o", "official");
    expect(pulled).toMatchObject({ code: 0, stdout: "next     helm-server --release a1 -o official\n" });
    expect(pulled.stderr).toMatch(
      /benchmark_output: \d+ files, [\d.]+ MB \(groups .*, stats .*, instances .*, text .*\)\n/,
    );

    const server = launch("helm-server", ["--release", "a1", "-o", "official", "-p", "8600"], { cwd });
    const [, url] = await server.until(/release a1 is at (\S+)/);
    expect(await (await fetch(url ?? "")).text()).toContain("stub-1");
    await server.stop();

    writeFiles(cwd, smallBenchmark);
    const own = ["-r", entry("small", "simple/model1"), "--suite", "my", "-o", "official"];
    expect(await cli("helm-run", own, { cwd })).toMatchObject({ code: 0 });
    const merged = ["--release", "both", "--suites", "my", "oracle-a", "-o", "official"];
    expect(await cli("helm-summarize", merged, { cwd })).toMatchObject({ code: 0 });
    const leaderboard = readFileSync(join(cwd, "official/releases/both/leaderboard.json"), "utf8");
    expect([leaderboard.includes('"suite":"my"'), leaderboard.includes('"suite":"oracle-a"')]).toEqual([true, true]);
  },
);

test.skipIf(shared === undefined)(
  `--dry-run prints the size and copies nothing, and --only pulls parts (skipped where ${whyNoShared})`,
  async () => {
    const { cwd, pull, server } = await official();
    const { code, stderr } = await pull("--release", "a1", "--only", "stats,groups", "--dry-run", "-o", "official");
    expect([code, stderr]).toEqual([
      0,
      expect.stringMatching(/\(groups [^,]*, stats [^,]*\)\n.* files would be copied, /),
    ]);
    expect(server.reads.map(({ path }) => path)).toEqual(["releases/a1/summary.json"]);
    expect((await pull("--release", "a1", "--only", "stats", "groups", "-o", "official")).code).toBe(0);
    const files = readdirSync(join(cwd, "official/runs/oracle-a"), { recursive: true, encoding: "utf8" });
    expect(files.filter((file) => file.endsWith("scenario_state.json"))).toEqual([]);
    expect(files.filter((file) => file.endsWith("stats.json")).length).toBeGreaterThan(10);
  },
);

test("a wrong place, part or word ends with exit code 2 and a sentence", async () => {
  const cwd = testFolder();
  for (const [args, message] of [
    [["data", "pull", "results"], "write medhelm data pull results gs://BUCKET/FOLDER"],
    [
      ["data", "pull", "pubmed_qa", "gs://bucket/x"],
      "to pull official results, add the word results: medhelm data pull results gs://",
    ],
    [["data", "pull", "results", "s3://bucket/x"], "the address of a bucket is gs://BUCKET/FOLDER"],
    [
      ["data", "pull", "results", "gs://bucket/x", "--only", "all"],
      "--only all: a part of the results is one of groups, stats, instances, text",
    ],
    [["data", "push", "folder"], "medhelm data push needs --bucket NAME"],
  ] as const)
    expect(await cli("medhelm", args, { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
});
