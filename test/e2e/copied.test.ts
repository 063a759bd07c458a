import { appendFileSync, cpSync, existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { cli, launch, testFolder } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { startModelServer } from "./model-server.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";

const RUN = "SMALL:model=house_model-x";
const FOLDER = `benchmark_output/runs/s/${RUN}`;
const COMPLETE = "was complete, nothing asked";

/** A run on one machine, and a second machine to which a user has copied the run's own folder, or an export of it. */
async function copied({ isExported = false, isPublic = false } = {}) {
  const recorder = await startModelServer();
  const [first, cwd] = [testFolder(), testFolder()];
  const small = {
    ...smallBenchmark,
    "small.yaml": `${smallBenchmark["small.yaml"]}${isPublic ? "access: public\n" : ""}`,
  };
  for (const folder of [first, cwd]) writeFiles(folder, small);
  const args = (...flags: string[]) =>
    ["-r", entry("small", "house/model-x"), "--suite", "s", "--endpoint", recorder.endpoint, ...flags] as const;
  expect(await cliHere("helm-run", args(), { cwd: first })).toMatchObject({ code: 0 });
  if (isExported)
    await cliHere("medhelm", ["export", "--helm", "--suite", "s", "--to", join(cwd, "benchmark_output")], {
      cwd: first,
    });
  else cpSync(join(first, FOLDER), join(cwd, FOLDER), { recursive: true });
  const asked = recorder.requests.length;
  return {
    cwd,
    first,
    path: (file: string) => join(cwd, FOLDER, file),
    run: (...flags: string[]) => cliHere("helm-run", args(...flags), { cwd }),
    command: (...words: string[]) => cliHere("medhelm", words, { cwd }),
    askedHere: () => recorder.requests.length - asked,
  };
}

const filesOf = (folder: string) => readFileSync(join(folder, FOLDER, "stats.json"), "utf8");

test.for([false, true])("medhelm run asks nothing that a copied folder answers (exported: %s)", async (isExported) => {
  const { cwd, first, run, askedHere } = await copied({ isExported });
  for (const flags of [[], [], ["--skip-completed-runs"]]) {
    const { code, stderr } = await run(...flags);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/was complete, (?:nothing asked|skipped)/),
    });
  }
  expect(askedHere()).toBe(0);
  expect(filesOf(cwd)).toBe(filesOf(first));
});

test("medhelm run keeps a copied run: an edit of its folder is undone by the next medhelm run", async () => {
  const { cwd, first, path, run, command, askedHere } = await copied();
  await run();
  appendFileSync(path("stats.json"), " ");
  expect((await run()).stderr).toContain(COMPLETE);
  expect(filesOf(cwd)).toBe(filesOf(first));
  expect((await command("summarize", "--suite", "s")).stderr).toContain("suite s: 1 run,");
  expect(askedHere()).toBe(0);
});

test("medhelm run does not take a copied run that was edited for its results, and keeps the edited files", async () => {
  const { path, cwd, run, askedHere } = await copied();
  appendFileSync(path("scenario_state.json"), " ");
  const { code, stderr } = await run();
  expect({ code, stderr }).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("files differ from its manifest"),
  });
  expect(askedHere()).toBe(3);
  const kept = join(cwd, "benchmark_output/runs/s/.previous", RUN, "1/scenario_state.json");
  expect(readFileSync(kept, "utf8")).toMatch(/ $/);
});

test("more instances for a copied run keep its results as an earlier generation", async () => {
  const { cwd, first, run } = await copied();
  const { stderr } = await run("-m", "2");
  const [, kept = ""] = /earlier results are kept in (\S+?)\/?,/.exec(stderr) ?? [];
  expect(kept).toContain(".generations/held/");
  const state = join("benchmark_output", kept, "scenario_state.json");
  expect(readFileSync(join(cwd, state), "utf8")).toBe(readFileSync(join(first, state), "utf8"));
});

test("medhelm inspect, score, summarize and export read a copied folder", async () => {
  const { cwd, first, command } = await copied();
  const inspect = ["inspect", RUN, "--suite", "s", "--json"] as const;
  const inspected = await command(...inspect);
  expect(inspected).toMatchObject({ code: 0 });
  expect(inspected.stdout).toBe((await cliHere("medhelm", inspect, { cwd: first })).stdout);
  expect(await command("score", FOLDER, "-o", "scored")).toMatchObject({ code: 0 });
  expect(readFileSync(join(cwd, "scored/stats.json"), "utf8")).toBe(filesOf(first));
  expect((await command("summarize", "--suite", "s")).stderr).toContain("suite s: 1 run,");
  expect(await command("export", "--helm", "--suite", "s", "--to", "again")).toMatchObject({ code: 0 });
  expect(existsSync(join(cwd, "again/runs/s", RUN, "manifest.json"))).toBe(true);
});

test("medhelm server shows the instances of a copied run but no changed page, and the site of a release contains them", async () => {
  const { cwd, path, command } = await copied({ isPublic: true });
  await command("summarize", "--release", "r", "--suites", "s");
  expect(await command("site", "build", "--release", "r", "--out", "site")).toMatchObject({ code: 0 });
  const server = launch("medhelm", ["server", "--release", "r", "--port", "8600"], { cwd });
  const [, url = ""] = await server.until(/is at (\S+)\n/);
  const [slug = ""] = /SMALL-[\w-]+/.exec(await (await fetch(`${url}leaderboard.json`)).text()) ?? [];
  const page = `data/${slug}/1.json`;
  expect(await (await fetch(`${url}${page}`)).text()).toBe(readFileSync(join(cwd, "site", page), "utf8"));
  appendFileSync(path("pages/1.json"), " ");
  const changed = await fetch(`${url}${page}`);
  expect([changed.status, Object(await changed.json()).detail]).toEqual([
    500,
    `runs/s/${RUN}/pages/1.json: the stored file differs from the run's manifest; call medhelm repair, which makes it again or names what to run again`,
  ]);
  await server.stop();
});

test("the API of a stack on a copied folder serves the run", async () => {
  const { cwd, first } = await copied();
  const stack = launch("medhelm", ["up", "-o", "benchmark_output"], { cwd });
  const [, url = ""] = await stack.until(/API +(\S+)\/v1\n/);
  const token = readFileSync(join(cwd, "benchmark_output/.medhelm/api-token"), "utf8").trim();
  const headers = { authorization: `Bearer ${token}` };
  const stats = await fetch(`${url}/v1/runs/s/${RUN}/files/stats.json`, { headers });
  expect([stats.status, await stats.text()]).toEqual([200, filesOf(first)]);
  await stack.stop();
});

test("a run whose sealed files were deleted is read from the shown ones, and medhelm run puts them back", async () => {
  const { first } = await copied();
  const generations = join(first, "benchmark_output/runs/s/.generations");
  rmSync(generations, { recursive: true });
  const inspect = ["inspect", RUN, "--suite", "s"] as const;
  expect(await cliHere("medhelm", inspect, { cwd: first })).toMatchObject({ code: 0 });
  const args = ["-r", entry("small", "house/model-x"), "--suite", "s", "--endpoint", "http://127.0.0.1:9/v1"];
  expect((await cliHere("helm-run", args, { cwd: first })).stderr).toContain(COMPLETE);
  expect(existsSync(generations)).toBe(true);
});

test("a suite's folder that a user renamed keeps its runs", async () => {
  const { first } = await copied();
  const output = join(first, "benchmark_output");
  cpSync(join(output, "runs/s"), join(output, "runs/t"), { recursive: true });
  rmSync(join(output, "runs/s"), { recursive: true });
  const args = ["-r", entry("small", "house/model-x"), "--suite", "t", "--endpoint", "http://127.0.0.1:9/v1"];
  const { code, stderr } = await cli("helm-run", args, { cwd: first });
  expect({ code, stderr }).toMatchObject({ code: 0, stderr: expect.stringContaining(COMPLETE) });
  expect(existsSync(join(output, "runs/s"))).toBe(false);
});

test("medhelm inspect prints the instances of a run folder with HELM's files only", async () => {
  const { path, command } = await copied();
  for (const file of ["manifest.json", "pages", "corrected", "scores.json"]) rmSync(path(file), { recursive: true });
  const { code, stdout } = await command("inspect", RUN, "--suite", "s", "--instance", "id2");
  expect({ code, stdout }).toMatchObject({ code: 0, stdout: expect.stringContaining("Is the lamp on?") });
});

test.each([
  ["with the first machine's answers asks only what is new", true, 1],
  ["without the first machine's answers asks everything again", false, 2],
])("a larger -m of a copied run %s", async (_how, hasAnswers, requests) => {
  const recorder = await startModelServer();
  const [first, cwd] = [testFolder(), testFolder()];
  for (const folder of [first, cwd]) writeFiles(folder, smallBenchmark);
  const run = (folder: string, count: string) =>
    cliHere(
      "helm-run",
      ["-r", entry("small", "house/model-x"), "--suite", "s", "-m", count, "--endpoint", recorder.endpoint],
      { cwd: folder },
    );
  await run(first, "1");
  cpSync(join(first, FOLDER), join(cwd, FOLDER), { recursive: true });
  const answers = "benchmark_output/.medhelm"; // with the log of the open file
  if (hasAnswers) cpSync(join(first, answers), join(cwd, answers), { recursive: true });
  const asked = recorder.requests.length;
  expect(await run(cwd, "2")).toMatchObject({ code: 0 });
  expect(recorder.requests.length - asked).toBe(requests);
});
