import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { contents } from "./bad-case.ts";
import { cli, type Outcome } from "./cli.ts";
import { cliHere } from "./cli-here.ts";
import { answer, problem, type Reply, startModelServer } from "./model-server.ts";
import { entry, smallBenchmarkFolder, writeFiles } from "./small-benchmark.ts";

const RUN = "SMALL:model=acme_model-1";
const ENTRY = entry("small", "acme/model-1");
const DOWN = "http://127.0.0.1:9/v1";

/** A folder with the small benchmark, and `run` with one retry instead of HELM's five attempts. */
function prepared() {
  const cwd = smallBenchmarkFolder();
  const run = (
    endpoint: string,
    args: readonly string[] = [],
    entries: readonly string[] = [ENTRY],
  ): Promise<Outcome> =>
    cliHere(
      "medhelm",
      [
        "run",
        "--run-entries",
        ...entries,
        "--suite",
        "s",
        "--output-path",
        "out",
        "--endpoint",
        endpoint,
        "-m",
        "3",
        ...args,
      ],
      { cwd, env: { HELM_RETRIES: "1" } },
    );
  return { cwd, run, files: () => Object.keys(contents(cwd)) };
}

const Manifest = z.object({ coverage: z.object({ requests: z.int(), answered: z.int(), failed: z.int() }) });
const coverage = (cwd: string, run = RUN) =>
  Manifest.parse(JSON.parse(readFileSync(join(cwd, "out/runs/s", run, "manifest.json"), "utf8"))).coverage;

const faults: readonly (readonly [what: string, reply: Reply, message: string])[] = [
  [
    "rejects the key",
    problem(401, { message: "Incorrect API key provided", code: "invalid_api_key" }),
    'refuses the key: HTTP 401, access denied: "Incorrect API key provided"; no key was sent; name the environment variable of the key with --api-key-env',
  ],
  [
    "does not have the model",
    problem(404, { message: "The model model-1 does not exist", code: "model_not_found" }),
    'does not serve the model: HTTP 404, no such model: "The model model-1 does not exist"; give a model that it lists with --model-name',
  ],
  [
    "answers with a page",
    { type: "text/html", body: "<html>Welcome</html>" },
    "does not answer like an OpenAI-compatible server: it answered 200 with text instead of a chat completion; the address of an OpenAI-compatible API usually ends in /v1; start it or give another one with --endpoint (for a judge: --judge-endpoint), then run the same command again; all answers are kept",
  ],
  [
    "answers with other JSON",
    { body: '{"hello": 1}' },
    "does not answer like an OpenAI-compatible server: it answered 200 with other JSON instead of a chat completion; the address of an OpenAI-compatible API usually ends in /v1; start it or give another one with --endpoint (for a judge: --judge-endpoint), then run the same command again; all answers are kept",
  ],
];

describe("an endpoint that", () => {
  test.each(faults)(
    "%s stops the run with one sentence; nothing is written among the runs",
    async (_what, reply, message) => {
      const server = await startModelServer(() => reply);
      const { run, files } = prepared();
      const { code, stdout, stderr } = await run(server.endpoint);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toBe(`medhelm: ${RUN}: acme/model-1 (${server.endpoint}/chat/completions) ${message}\n`);
      expect(files().filter((path) => path.startsWith("out/runs") || path.includes("/outcomes/"))).toEqual([]);
    },
  );

  test("is down stops the run, which resumes after the endpoint is up", async () => {
    const { cwd, run, files } = prepared();
    const { code, stderr } = await run(DOWN);
    expect(code).toBe(2);
    expect(stderr).toBe(
      `medhelm: ${RUN}: acme/model-1 (${DOWN}/chat/completions) does not answer: nothing listens there (ECONNREFUSED); start it or give another one with --endpoint (for a judge: --judge-endpoint), then run the same command again; all answers are kept\n`,
    );
    expect(files().filter((path) => path.startsWith("out/runs"))).toEqual([]);
    const server = await startModelServer(() => answer("Yes"));
    expect((await run(server.endpoint)).code).toBe(0);
    expect(coverage(cwd)).toEqual({ requests: 3, answered: 3, failed: 0 });
  });

  test("fails at everything stops the run with the server's reason and exit 1", async () => {
    const server = await startModelServer(() => problem(500, { message: "out of memory" }));
    const { run } = prepared();
    const { code, stderr } = await run(server.endpoint);
    expect(code).toBe(1);
    expect(stderr).toContain(
      'does not answer: HTTP 500, a fault of the server: "out of memory"; start it or give another one with --endpoint (for a judge: --judge-endpoint), then run the same command again; all answers are kept',
    );
  });

  test("answers 503 loses nothing: the next run repeats the failed requests", async () => {
    const server = await startModelServer(() => problem(503, { message: "starting" }));
    const { cwd, run } = prepared();
    expect((await run(server.endpoint)).code).toBe(1);
    server.says(() => answer("Yes"));
    expect((await run(server.endpoint)).code).toBe(0);
    expect(coverage(cwd)).toEqual({ requests: 3, answered: 3, failed: 0 });
  });

  test("refuses the key causes a message without the key", async () => {
    const server = await startModelServer(() => problem(401, { message: "no such key: sk-secret-1" }));
    const { cwd } = prepared();
    const args = ["run", "--run-entries", ENTRY, "--endpoint", server.endpoint, "--api-key-env", "MY_KEY"];
    const { code, stdout, stderr } = await cli("medhelm", args, { cwd, env: { MY_KEY: "sk-secret-1" } });
    expect(code).toBe(2);
    expect(stderr).toContain("check the environment variable MY_KEY\n");
    expect(stdout + stderr).not.toContain("sk-secret-1");
  });

  test("refuses one prompt fails only that instance, which is recorded, counted, and repeated with --retry-failed", async () => {
    const server = await startModelServer((body) =>
      body.includes("window") ? problem(400, { message: "too long" }) : answer("Yes"),
    );
    const { cwd, run } = prepared();
    const { code, stderr } = await run(server.endpoint, ["--max-failures", "1"]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/: done in \d+ s; 3 instances, 1 without an answer; exact_match 0\.667 /);
    expect(coverage(cwd)).toEqual({ requests: 3, answered: 2, failed: 1 });
    expect(stderr).toContain(
      "1 of 3 requests got no answer; medhelm inspect shows the reasons, and --retry-failed asks again\n",
    );

    const asked = server.requests.length;
    server.says(() => answer("No"));
    expect((await run(server.endpoint)).stderr).toContain("was complete, nothing asked");
    expect(server.requests.length).toBe(asked);
    expect((await run(server.endpoint, ["--retry-failed"])).code).toBe(0);
    expect(server.requests.length).toBe(asked + 1);
    expect(coverage(cwd)).toEqual({ requests: 3, answered: 3, failed: 0 });
  });
});

/** Generations have a manifest of their own. */
const isShown = (path: string): boolean => path.endsWith("manifest.json") && !path.includes("/.generations/");

test("one of three runs that fails stops neither of the others; the message names it, and the exit code is 2", async () => {
  const server = await startModelServer((body) =>
    body.includes("model-2") ? problem(404, { message: "no model-2", code: "model_not_found" }) : answer("Yes"),
  );
  const { cwd, run, files } = prepared();
  const models = ["acme/model-1", "acme/model-2", "acme/model-3"];
  writeFiles(cwd, { "prod_env/model_deployments.yaml": deployments(models, server.endpoint) });
  const { code, stdout, stderr } = await cli(
    "medhelm",
    [
      "run",
      "--run-entries",
      ...models.map((model) => entry("small", model)),
      "--suite",
      "s",
      "--output-path",
      "out",
      "--json",
    ],
    { cwd },
  );
  expect(code).toBe(2);
  expect(stderr).toMatch(
    /^medhelm: 1 of 3 runs failed:\nmedhelm: {3}SMALL:model=acme_model-2: acme\/model-2 .* does not serve the model: HTTP 404/m,
  );
  expect(stderr.match(/does not serve the model: HTTP 404/g)).toHaveLength(1);
  expect(
    stdout
      .trimEnd()
      .split("\n")
      .map((line) => "failure" in JSON.parse(line)),
  ).toEqual([false, true, false]);
  expect(files().filter(isShown)).toEqual([
    "out/runs/s/SMALL:model=acme_model-1/manifest.json",
    "out/runs/s/SMALL:model=acme_model-3/manifest.json",
  ]);

  const stopped = await run(
    server.endpoint,
    ["--exit-on-error", "--model-name", "model-2"],
    [entry("small", "acme/model-4"), entry("small", "acme/model-5")],
  );
  expect(stopped.stderr).toMatch(/^medhelm: 1 of 2 runs failed:\nmedhelm: {3}SMALL:model=acme_model-4: /m);
});

function deployments(models: readonly string[], endpoint: string): string {
  const one = (model: string): string =>
    [
      `  - name: ${model}`,
      `    model_name: ${model}`,
      "    client_spec:",
      "      class_name: helm.clients.vllm_client.VLLMChatClient",
      "      args:",
      `        base_url: ${endpoint}`,
      `        vllm_model_name: ${model.slice("acme/".length)}`,
    ].join("\n");
  return `model_deployments:\n${models.map(one).join("\n")}\n`;
}
