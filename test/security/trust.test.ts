import { expect, test } from "vitest";
import { cliHere } from "../e2e/cli-here.ts";
import { answer, startModelServer } from "../e2e/model-server.ts";
import { smallBenchmarkFolder } from "../e2e/small-benchmark.ts";

const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml";

/** Sends the text of a local benchmark to a server of one model. */
async function run(args: readonly string[]) {
  const server = await startModelServer(() => answer("Yes"), ["m"]);
  const all = ["run", "-r", ENTRY, "--model", server.endpoint, "--suite", "s", ...args];
  return { ...(await cliHere("medhelm", all, { cwd: smallBenchmarkFolder() })), server };
}

test("a hosted server gets no local text, and the sentence names --trust covered", async () => {
  const { code, stderr, server } = await run(["--trust", "hosted"]);
  expect({ code, stderr }).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(
      "or give --trust covered if your data-use agreements cover its server (docs/data-use.md)",
    ),
  });
  expect(server.requests).toEqual([]);
});

test("--trust covered lets a server have local text", async () => {
  expect((await run(["--trust", "covered"])).code).toBe(0);
});

test("--trust has three values", async () => {
  expect(await run(["--trust", "hospital"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("--trust hospital: allowed choices are local, covered, hosted"),
  });
});
