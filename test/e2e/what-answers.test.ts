import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { type Reply, startModelServer } from "./model-server.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";

const RUN = "SMALL:model=acme_model-1";
const Sent = z.object({ max_tokens: z.int() });

/** The reply of a model that identifies itself. */
const says = (message: object, more: object = {}): Reply => ({
  body: JSON.stringify({
    model: "model-1",
    choices: [{ index: 0, finish_reason: "stop", message: { role: "assistant", ...message } }],
    usage: { prompt_tokens: 1, completion_tokens: 1 },
    ...more,
  }),
});

/** A model that needs 100 tokens of thinking before its answer. */
const thinker = (body: string): Reply =>
  Sent.parse(JSON.parse(body)).max_tokens < 100
    ? {
        body: JSON.stringify({
          model: "thinker",
          choices: [{ finish_reason: "length", message: { content: null, reasoning_content: "Let me see" } }],
        }),
      }
    : says({ content: "Yes", reasoning_content: "Let me see. Yes." });

/** A folder with the small benchmark of three questions, and a server. */
async function prepared(reply: (body: string) => Reply) {
  const server = await startModelServer(reply);
  const cwd = smallBenchmarkFolder();
  const run = (...args: readonly string[]) =>
    cliHere(
      "medhelm",
      ["run", "-r", entry("small", "acme/model-1"), "--suite", "s", "--endpoint", server.endpoint, ...args],
      { cwd, env: { HELM_RETRIES: "1" } },
    );
  const manifest = () => JSON.parse(readFileSync(join(cwd, "benchmark_output/runs/s", RUN, "manifest.json"), "utf8"));
  return { cwd, server, run, manifest };
}

test("a model that thinks gets room for it: the canary request shows that it thinks", async () => {
  const { run, manifest } = await prepared(thinker);
  const { stdout } = await run("--json");
  expect(JSON.parse(stdout).scores).toMatchObject([
    { n: 3, mean: 2 / 3 },
    { n: 3, mean: 2 / 3 },
  ]);
  expect(manifest()).toMatchObject({
    models: { "acme/model-1": { reported: "thinker", thinks: true, reasoningAllowance: 16_384 } },
    replies: { cut: 0, empty: 0 },
  });
});

test("protocol helm keeps HELM's limit, and the run says that its answers were cut and what to do", async () => {
  const { run, manifest } = await prepared(thinker);
  const { stderr } = await run("--protocol", "helm");
  expect(manifest()).toMatchObject({ replies: { cut: 3, onlyThinking: 3 } });
  expect(stderr).toContain(
    "3 of 3 answers were cut at max_tokens 4 before an answer could be read; leave out --protocol helm, because the model thinks and needs room for it, or give it more room, e.g. with --max-tokens 4096",
  );
});

test("a request with a stop sequence keeps finish reason and thinking for the pages, and HELM's file drops them", async () => {
  const { cwd, server } = await prepared(thinker);
  const entries = `${entry("small", "acme/model-1")},stop=hash`;
  const args = ["run", "-r", entries, "--suite", "s", "--endpoint", server.endpoint, "--protocol", "helm"];
  expect(await cliHere("medhelm", args, { cwd })).toMatchObject({ code: 0 });
  const folder = join(cwd, "benchmark_output/runs/s", `${RUN},stop=hash`);
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  expect(JSON.parse(read("manifest.json"))).toMatchObject({ replies: { cut: 3, onlyThinking: 3 } });
  expect(read("scenario_state.json")).not.toContain("Let me see");
  expect(JSON.parse(read("pages/1.json")).instances[0].thinking).toBe("Let me see");
});

test("new weights behind the same name are asked again, said aloud, and the old answers are kept", async () => {
  let model = "model-1";
  const { server, run, manifest } = await prepared(() => says({ content: "Yes" }, { model }));
  await run();
  model = "model-2";
  const changed = await run();
  expect(changed.stderr).toContain(
    "acme/model-1: model-2 answers now, and model-1 answered before; stored answers of the other model are not used",
  );
  expect(changed.stderr).toMatch(
    /changed since the last run: model behind acme\/model-1; .*, and only answers of the present model to equal requests are reused\n/,
  );
  expect(server.requests).toHaveLength(6);
  expect(manifest().models["acme/model-1"].reported).toBe("model-2");
  model = "model-1";
  await run();
  expect(server.requests).toHaveLength(6);
  expect(manifest().models["acme/model-1"].reported).toBe("model-1");
});

test("another suite does not get the answers of the earlier model", async () => {
  let model = "model-1";
  const { server, run } = await prepared(() => says({ content: "Yes" }, { model }));
  await run();
  await run("--suite", "same");
  expect(server.requests).toHaveLength(3);
  model = "model-2";
  await run("--suite", "other");
  expect(server.requests).toHaveLength(6);
});

test("a new system_fingerprint that a server keeps is another model, which is asked again", async () => {
  let system_fingerprint = "b100";
  const { server, run, manifest } = await prepared(() => says({ content: "Yes" }, { system_fingerprint }));
  await run();
  system_fingerprint = "b200";
  const { stderr } = await run();
  expect(stderr).toContain(
    "acme/model-1: model-1 with the system_fingerprint b200 answers now, and model-1 with the system_fingerprint b100 answered before; stored answers of the other model are not used",
  );
  expect(server.requests).toHaveLength(6);
  expect(manifest().models["acme/model-1"].fingerprint).toBe("b200");
  system_fingerprint = "b100";
  await run();
  expect(server.requests).toHaveLength(6);
});

test("a system_fingerprint that changes with every reply is printed and recorded, and nothing is asked again", async () => {
  let count = 0;
  const { server, run, manifest } = await prepared(() =>
    says({ content: "Yes" }, { system_fingerprint: `fp_${count++}` }),
  );
  await run();
  expect(manifest().models["acme/model-1"].fingerprint).toBe("fp_0");
  const { stderr } = await run();
  expect(stderr).toContain("acme/model-1: its system_fingerprint is fp_4 now and was fp_0 before");
  expect(stderr).toContain("was complete, nothing asked");
  expect(server.requests).toHaveLength(3);
});

test("answers of another model than the one that answered first are counted and said aloud", async () => {
  let count = 0;
  const { run, manifest } = await prepared(() => says({ content: "Yes" }, { model: count++ < 2 ? "one" : "two" }));
  const { stderr } = await run();
  expect(stderr).toContain('2 of 3 answers name another model than "one", which answered first');
  expect(manifest()).toMatchObject({ otherModels: 2 });
});

test("one canary request a start; a complete run is shown although its server has ended", async () => {
  const { server, run } = await prepared(() => says({ content: "Yes" }));
  await run();
  expect(server.canaries).toHaveLength(1);
  server.says(() => ({ status: 503, body: "{}" }));
  const { code, stderr } = await run();
  expect(code).toBe(0);
  expect(stderr).toContain(
    "acme/model-1 could not be asked which model it is (HTTP 503, a fault of the server); it counts",
  );
  expect(stderr).toContain("was complete, nothing asked");
  expect(server.canaries).toHaveLength(2);
});

test("--fresh asks everything again, and keeps the earlier results in their generation", async () => {
  let text = "Yes";
  const { cwd, server, run, manifest } = await prepared(() => says({ content: text }));
  await run();
  text = "No";
  const { stderr } = await run("--fresh");
  expect(stderr).toContain("asking everything again; the earlier results are kept in runs/s/.generations/");
  expect(server.requests).toHaveLength(6);
  expect(manifest().generation).toBe(2);
  expect(readdirSync(join(cwd, "benchmark_output/runs/s/.generations/held", RUN))).toHaveLength(2);
  expect((await run()).stderr).toContain("was complete, nothing asked");
  expect(server.requests).toHaveLength(6);
});

test("an interrupted --fresh goes on with its own answers, and the earlier results stay shown meanwhile", async () => {
  const { server, run, manifest } = await prepared(() => says({ content: "Yes" }));
  await run();
  server.says((body) => (body.includes("window") ? { status: 401, body: "{}" } : says({ content: "No" })));
  expect((await run("--fresh", "-n", "1")).code).toBe(2);
  expect(manifest().generation).toBe(1);
  const asked = server.requests.length;
  server.says(() => says({ content: "No" }));
  expect((await run("--fresh")).code).toBe(0);
  expect(manifest().generation).toBe(2);
  expect(server.requests.length - asked).toBeLessThan(3);
});

test("--fresh and --skip-completed-runs are refused together", async () => {
  const { run } = await prepared(() => says({ content: "Yes" }));
  const { code, stderr } = await run("--fresh", "--skip-completed-runs");
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "medhelm: --fresh asks complete runs again, and --skip-completed-runs skips them; leave out one of them\n",
  });
});
