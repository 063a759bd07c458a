import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { cli, launch, type Running, testFolder } from "./cli.ts";
import { answer, problem, startModelServer } from "./model-server.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";

const FIRST = "demo_questions:model=baseline/first-option";
const SCORED = "demo_questions:model=baseline_first-option";

/** A stack in an empty folder, and its client. */
async function startStack(port: number, ...flags: readonly string[]) {
  const cwd = testFolder();
  const env = { MEDHELM_HOME: join(cwd, "home") };
  const stack = launch("medhelm", ["up", "--output-path", "out", "--port", String(port), ...flags], { cwd, env });
  const [, url = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*submit .*\n/);
  const medhelm = (...args: readonly string[]) => cli("medhelm", [...args, "--api", `${url}/v1/`], { cwd, env });
  return { cwd, env, stack, url, medhelm };
}
const stop = async (stack: Running) => expect(await stack.stop("SIGTERM")).toMatchObject({ code: 0 });
const words = (line: string | undefined): string[] => (line ?? "").trim().split(/\s{2,}/);

test("a submission prints its scores at its end, is listed and shown; its release is created and published", async () => {
  const { stack, url, medhelm } = await startStack(19_187);

  const submitted = await medhelm("submit", "-r", FIRST, "--suite", "my", "--wait");
  expect(submitted).toMatchObject({ code: 0 });
  const [header, , row] = submitted.stdout.split("\n"); // the table of medhelm run, without its times
  expect(words(header)).toEqual([
    "run",
    "metric",
    "HELM scoring",
    "corrected scoring",
    "n",
    "failed",
    "cut",
    "refused",
    "unread",
    "prompts",
  ]);
  const score = "0.233 [0.118, 0.409]";
  expect(words(row)).toEqual([SCORED, "exact_match", score, score, "30", "0", "0", "0", "0", "own"]);

  const listed = await medhelm("submissions", "list", "--suite", "my");
  const [, , line] = listed.stdout.split("\n");
  const [id = "", ...facts] = words(line);
  expect(facts).toEqual(["my", "sealed", "1 sealed", expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d UTC$/)]);
  expect((await medhelm("submissions", "show", id)).stdout).toMatch(new RegExp(`\\n${SCORED} +sealed\\n$`));
  expect((await medhelm("submissions", "show", id, "--wait")).stdout).toBe(submitted.stdout);
  expect((await medhelm("submissions", "cancel", id)).stderr).toContain("had ended before; nothing was cancelled");

  const made = await medhelm("releases", "create", "r1", "--suites", "my", "--wait");
  expect(made).toMatchObject({ code: 0 });
  expect(made.stderr).toContain("release r1: finished, not published");
  for (const path of ["/r/r1/", "/r/r1/published.json", "/releases.json"])
    expect([path, (await fetch(`${url}${path}`)).status]).toEqual([path, 404]);
  expect((await medhelm("releases", "publish", "r1", "--wait")).stderr).toContain("release r1: published");
  const { stdout } = await medhelm("releases", "list", "--json");
  expect(JSON.parse(stdout)).toMatchObject([{ name: "r1", publish: true, status: { state: "published" } }]);
  expect((await fetch(`${url}/r/r1/`)).status).toBe(200);
  await stop(stack);
});

test("Ctrl-C ends the waiting and not the submission, and says how to follow and to cancel it", async () => {
  const asked = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  const server = await startModelServer(
    () => answer("Yes"),
    ["model-1"],
    async () => {
      asked.resolve();
      await released.promise;
    },
  );
  const { stack, env, url, medhelm } = await startStack(19_287, "--endpoint", server.endpoint);
  const client = smallBenchmarkFolder();
  const args = ["submit", "-r", entry("small", "acme/model-1"), "--suite", "s", "--api", url, "--wait"];
  const waiting = launch("medhelm", args, { cwd: client, env });
  await asked.promise;
  const { code, stderr } = await waiting.stop("SIGINT");
  const follow =
    /submission (\S+) goes on at .*follow it with: medhelm (submissions show \S+ --wait) .*or cancel it with: medhelm (submissions cancel \S+) --api/;
  const [, id = "", show = "", cancel = ""] = follow.exec(stderr) ?? [];
  expect([code, show, cancel]).toEqual([75, `submissions show ${id} --wait`, `submissions cancel ${id}`]);
  expect((await medhelm("submissions", "show", id)).stdout).toMatch(/: (queued|running) \(/);
  expect((await medhelm(...cancel.split(" "))).stderr).toContain("no further run starts, and running ones stop");
  released.resolve();
  const shown = await medhelm(...show.split(" "));
  expect(shown).toMatchObject({ code: 2, stdout: expect.stringContaining("cancelled") });
  expect(shown.stderr).toContain("1 of 1 run cancelled");
  await stop(stack);
});

test("a wait ends with the exit code of medhelm run", async () => {
  const server = await startModelServer(() => problem(400, { message: "max_tokens must be at least 16" }));
  const { stack, env, url } = await startStack(19_487, "--endpoint", server.endpoint);
  const client = smallBenchmarkFolder();
  const submit = (suite: string) =>
    cli("medhelm", ["submit", "-r", entry("small", "acme/model-1"), "--suite", suite, "--api", url, "--wait"], {
      cwd: client,
      env,
    });
  const refused = await submit("refused");
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("max_tokens must be at least 16") });
  server.says(() => problem(401, { message: "no key" }));
  expect(await submit("keyless")).toMatchObject({ code: 2, stderr: expect.stringContaining("refuses the key") });
  server.says(() => answer(""));
  expect(await submit("empty")).toMatchObject({ code: 1, stderr: expect.stringContaining("0 of 3 requests got") });
  const { stdout } = await cli("medhelm", ["submissions", "list", "--suite", "refused", "--api", url, "--json"], {
    cwd: client,
    env,
  });
  const [{ id } = { id: "" }] = z.array(z.looseObject({ id: z.string() })).parse(JSON.parse(stdout));
  const shown = await cli("medhelm", ["submissions", "show", id, "--json", "--api", url], { cwd: client, env });
  expect(JSON.parse(shown.stdout)).toMatchObject({
    runs: [{ status: { state: "failed", code: "too_many_failures" } }],
  });
  await stop(stack);
});

test("a script needs --yes or --budget-usd for what is known to cost something", async () => {
  const server = await startModelServer(() => answer("Yes"));
  const { stack, env, url } = await startStack(
    19_387,
    "--endpoint",
    server.endpoint,
    "--price-per-million",
    "1000,1000",
  );
  const client = smallBenchmarkFolder();
  const submit = (...more: readonly string[]) =>
    cli("medhelm", ["submit", "-r", entry("small", "acme/model-1"), "--suite", "s", "--api", url, ...more], {
      cwd: client,
      env,
    });
  const refused = await submit();
  expect(refused).toMatchObject({ code: 2, stdout: "" });
  expect(refused.stderr).toMatch(
    /^medhelm: 1 run, at least \$[\d.]+, no upper bound is known; medhelm plan estimates the likely cost: give --yes to submit it, or --budget-usd to limit what it may cost\n$/,
  );
  expect(await submit("--yes")).toMatchObject({ code: 0 });
  expect(await submit("--budget-usd", "5")).toMatchObject({ code: 0 });
  const listed = await cli("medhelm", ["submissions", "list", "--api", url, "--json"], { cwd: client, env });
  expect(z.array(z.unknown()).parse(JSON.parse(listed.stdout))).toHaveLength(2);
  await stop(stack);
});
