import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, shell, testFolder } from "./cli.ts";
import { smallBenchmark, writeFiles } from "./small-benchmark.ts";

const FIRST_OPTION = ["--models-to-run", "baseline/lead-sentences", "--suite", "my"];

test("config_path names the file next to its .conf, also from another folder and if the working folder has one of the same name", async () => {
  const cwd = testFolder();
  writeFiles(join(cwd, "a b"), { ...smallBenchmark, "my.conf": CONF });
  writeFiles(cwd, { "small.yaml": "name: OTHER\n" });
  const { code, stderr } = await cli("medhelm", ["run", "--conf-paths", "a b/my.conf", ...FIRST_OPTION], { cwd });
  expect(stderr).toContain("SMALL:model=baseline_lead-sentences: done");
  expect(code).toBe(0);
});
const CONF = 'entries: [{description: "medhelm_configurable_benchmark:config_path=small.yaml", priority: 1}]';

test("a file that is not next to the .conf is found in the working folder, as in HELM", async () => {
  const cwd = testFolder();
  writeFiles(cwd, smallBenchmark);
  writeFiles(join(cwd, "confs"), { "my.conf": CONF });
  const args = ["run", "--conf-paths", "confs/my.conf", ...FIRST_OPTION];
  expect(await cli("medhelm", args, { cwd })).toMatchObject({ code: 0 });
});

test.each([
  [
    "benchmark",
    "pubmed_qa",
    'pubmed_qa.yaml: name: "pubmed_qa" is a built-in benchmark\'s name; give yours another one',
  ],
  ["benchmark", "med_qa", 'med_qa.yaml: name: "med_qa" is a built-in benchmark\'s name; give yours another one'],
  ["metric", "pubmed_qa", 'index.ts: benchmarks[0]: the name "pubmed_qa" exists already; choose another name'],
  ["annotator", "ehr_sql", 'index.ts: benchmarks[0]: the name "ehr_sql" exists already; choose another name'],
])("medhelm new %s %s is refused as medhelm run would refuse it, and leaves nothing", async (what, name, sentence) => {
  const cwd = testFolder();
  const refused = { code: 2, stdout: "", stderr: `medhelm: medhelm new ${what} ${name}: ${sentence}\n` };
  expect(await cli("medhelm", ["new", what, name], { cwd })).toEqual(refused);
  expect((await shell(`ls`, { cwd })).stdout).toBe("");
});

test.each(["123", "true", "null", "1e3", "0x1F", "No"])("medhelm new benchmark %s runs", async (name) => {
  const cwd = testFolder();
  expect(await cli("medhelm", ["new", "benchmark", name], { cwd })).toMatchObject({ code: 0 });
  const run = ["run", "--conf-paths", `${name}.conf`, ...FIRST_OPTION];
  const { code, stderr } = await cli("medhelm", run, { cwd: join(cwd, name) });
  expect([code, stderr]).toEqual([0, expect.stringContaining(`${name}:model=baseline_lead-sentences: done`)]);
});

test("medhelm examples names first the one that needs nothing, and its run.sh takes flags and finds the command line", async () => {
  const cwd = testFolder();
  const { stdout, stderr } = await cli("medhelm", ["examples", "ex"], { cwd });
  const [first = ""] = stdout.split("\n");
  expect(stderr).toContain("ex/plugin/run.sh needs no model and no server");
  // a PATH without medhelm
  const ran = await shell(`env -i HOME=${cwd} PATH=/usr/bin:/bin ${first}/run.sh -m 1`, { cwd });
  expect(ran.stderr).toContain("example_advice:model=example_echo: done");
  expect(ran.code).toBe(0);
});
