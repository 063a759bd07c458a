import { expect, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { launch, testFolder } from "./cli.ts";
import { startModelServer } from "./model-server.ts";
import { entry, judgedBenchmark, smallBenchmarkFolder } from "./small-benchmark.ts";

const run = (args: readonly string[]) =>
  cliHere("medhelm", ["run", "--suite", "s", "-o", "out", ...args], {
    cwd: smallBenchmarkFolder(judgedBenchmark),
    env: { HELM_RETRIES: "1" },
  });
const small = ["-r", "medhelm_configurable_benchmark:config_path=small.yaml", "--budget-usd", "1"];

test.each([
  ["medhelm run", []],
  ["a dry run", ["--dry-run"]],
])("%s refuses a budget if the model has no price, before any request", async (_, more) => {
  const server = await startModelServer();
  const { code, stderr } = await run([...small, "--model", server.endpoint, ...more]);
  const name = `${new URL(server.endpoint).host}/model-1`;
  expect({ code, stderr, asked: server.requests.length }).toEqual({
    code: 2,
    stderr: `medhelm: --budget-usd cannot hold, because the price of ${name} is unknown: give the dollars for a million tokens read and written with --price-per-million ${name}=IN,OUT (0,0 if it costs nothing), or price in model_deployments.yaml\n`,
    asked: 0,
  });
});

test("a model that costs nothing runs within any budget", async () => {
  const server = await startModelServer();
  const { code } = await run([...small, "--model", server.endpoint, "--price-per-million", "0,0"]);
  expect(code).toBe(0);
});

test("a budget holds at the given price", async () => {
  const server = await startModelServer();
  const { code, stderr } = await run([...small, "--model", server.endpoint, "--price-per-million", "1000000,0"]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("the budget is used up") });
});

test("a judge without a price is named too, and a price without a name is not the judge's", async () => {
  const judged = ["-r", "medhelm_configurable_benchmark:config_path=judged.yaml", "--budget-usd", "1"];
  const server = await startModelServer();
  const { code, stderr } = await run([...judged, "--model", server.endpoint, "--price-per-million", "0,0"]);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("because the price of judgehost/judge-1 is unknown"),
  });
});

test("a price that cannot be read is refused", async () => {
  const { code, stderr } = await run([...small, "--model", "openai/gpt-4o", "--price-per-million", "2.5"]);
  expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining("use two prices like 2.5,10") });
});

test("medhelm submit is refused if medhelm up knows no price, and accepted with one", {
  timeout: 120_000,
}, async () => {
  const server = await startModelServer();
  const submitTo = async (more: readonly string[]) => {
    const stack = launch("medhelm", ["up", "-o", "out", "--endpoint", server.endpoint, ...more], { cwd: testFolder() });
    const [, api = "", token = ""] = await stack.until(/API\s+(http:\S+)\/v1[\s\S]*token\s+(\S+)\n/);
    const entries = ["-r", entry("small", "my/model-1"), "--suite", "s", "--budget-usd", "1"];
    return cliHere("medhelm", ["submit", ...entries, "--api", api], {
      cwd: smallBenchmarkFolder(),
      env: { MEDHELM_TOKEN: token },
    });
  };
  expect(await submitTo([])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("the price of my/model-1 is unknown"),
  });
  expect(await submitTo(["--price-per-million", "0,0"])).toMatchObject({ code: 0 });
});
