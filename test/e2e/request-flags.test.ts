import { mkdirSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "@medhelm/testing/fault-server";
import { isCanary } from "@medhelm/testing/models/canary";
import { openaiApi } from "@medhelm/testing/models/openai-api";
import { describe, expect, onTestFinished, test } from "vitest";
import { cliHere } from "./cli-here.ts";
import { filesHolding } from "./files-holding.ts";
import { judgedBenchmark, smallBenchmarkFolder } from "./small-benchmark.ts";

const ENTRY = "medhelm_configurable_benchmark:config_path=small.yaml";

/** A server of OpenAI's shape, and `run`, which asks it about the first question of the small benchmark. */
async function prepared() {
  const bodies: string[] = [];
  const headers: (string | undefined)[] = [];
  const handle = openaiApi({ says: () => ({ text: "Yes" }), bodies });
  const server = await serve((request, body, response) => {
    if (request.method === "POST" && !isCanary(body)) headers.push(request.headers["x-team"]?.toString());
    handle(request, body, response);
  });
  onTestFinished(server.close);
  const cwd = smallBenchmarkFolder(judgedBenchmark);
  const run = (args: readonly string[], entry = ENTRY) =>
    cliHere(
      "medhelm",
      ["run", "-r", entry, "--model", "openai/gpt-4o", "--suite", "s", "-o", "out", "-m", "1", ...args],
      { cwd, env: { HELM_RETRIES: "1", OPENAI_API_KEY: "sk-test", OPENAI_BASE_URL: server.baseUrl } },
    );
  const folders = () => readdirSync(join(cwd, "out/runs/s")).filter((name) => name !== ".generations");
  return { cwd, run, bodies, headers, folders };
}

describe("the flags of the requests", () => {
  test("change the request, and each gives a run folder and answers of its own", async () => {
    const { run, bodies, headers, folders } = await prepared();
    const flags: readonly (readonly string[])[] = [
      [],
      ["--max-tokens", "9"],
      ["--temperature", "0.5"],
      ["--system-message", "Be brief."],
      ["--reasoning-effort", "low"],
      ["--extra-header", "X-Team: heart"],
      ["--extra-body", '{"seed":7}'],
    ];
    for (const flag of flags) expect(await run(flag)).toMatchObject({ code: 0 });
    expect(bodies).toHaveLength(flags.length);
    expect(folders().map((name) => name.replace("SMALL:model=openai_gpt-4o", ""))).toEqual([
      "",
      ",extra_body=beced1fe",
      ",extra_header=d9abe19c",
      ",max_tokens=9",
      ",reasoning_effort=low",
      ",system_message=213c22ed",
      ",temperature=0.5",
    ]);
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([
      { max_tokens: 4, temperature: 0 },
      { max_tokens: 9 },
      { temperature: 0.5 },
      { messages: [{ role: "system", content: "Be brief." }, { role: "user" }] },
      { reasoning_effort: "low" },
      {},
      { seed: 7 },
    ]);
    expect(headers).toEqual([undefined, undefined, undefined, undefined, undefined, "heart", undefined]);
  });

  test("--timeout and --max-retries have a run folder of their own, and use stored answers again", async () => {
    const { run, bodies, folders } = await prepared();
    for (const flag of [[], ["--timeout", "60"], ["--max-retries", "0"]])
      expect(await run(flag)).toMatchObject({ code: 0 });
    expect(bodies).toHaveLength(1);
    expect(folders()).toEqual([
      "SMALL:model=openai_gpt-4o",
      "SMALL:model=openai_gpt-4o,max_retries=0",
      "SMALL:model=openai_gpt-4o,timeout=60",
    ]);
  });

  test("--repeats sends each request several times, in a run folder of its own, as repeats= of an entry", async () => {
    const { cwd, run, bodies, folders } = await prepared();
    expect(await run(["--repeats", "3"])).toMatchObject({ code: 0 });
    expect(bodies).toHaveLength(3);
    expect(folders()).toEqual(["SMALL:model=openai_gpt-4o,repeats=3"]);
    const manifest = readFileSync(join(cwd, "out/runs/s/SMALL:model=openai_gpt-4o,repeats=3/manifest.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ repeats: { times: 3 } });
  });

  test("the value of a header is in no file", async () => {
    const { cwd, run } = await prepared();
    expect(await run(["--extra-header", "Authorization: Bearer sk-test"])).toMatchObject({ code: 0 });
    const holding = (pattern: RegExp): string[] => filesHolding(join(cwd, "out"), pattern);
    expect(holding(/authorization [0-9a-f]{64}/)).not.toEqual([]);
    expect(holding(/sk-test/)).toEqual([]);
  });

  test.each<[string, readonly string[], string, string?]>([
    [
      "a header without a name",
      ["--extra-header", "sk-1"],
      'the value is no header; write it like "X-Team: cardiology"',
    ],
    ["text that is no JSON", ["--extra-body", "top_k"], "this is no JSON object; write it like '{\"top_k\": 20}'"],
    [
      "a header of the connection",
      ["--extra-header", "Transfer-Encoding: chunked"],
      "--extra-header: transfer-encoding belongs to the connection, and the client sets it itself; leave it out",
    ],
    [
      "a body of 5,000 nested objects",
      ["--extra-body", `${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`],
      "--extra-body nests more than 32 lists and objects; leave some out",
    ],
    [
      "a number of a body that no server can read",
      ["--extra-body", '{"options":{"seed":1e999}}'],
      "--extra-body: options.seed is no number that JSON can hold; correct it",
    ],
    [
      "half of a character in a body",
      ["--extra-body", '{"stop":["\\ud800"]}'],
      "--extra-body: stop.0 has half of a character; correct it",
    ],
    [
      "a time that no timer can count",
      ["--timeout", "99999999"],
      "--timeout 99999999: it must be at most 2000000 seconds, about 23 days",
    ],
    [
      "another model in the body",
      ["--extra-body", '{"model":"b"}'],
      "--extra-body sets model, which the run sets itself",
    ],
    [
      "a limit that the entry sets too",
      ["--max-tokens", "9"],
      "the entry has num_output_tokens=, and --max-tokens sets the same; leave out one of them",
      `${ENTRY},num_output_tokens=5`,
    ],
    [
      "a number of repeats that the entry sets too",
      ["--repeats", "2"],
      "the entry has repeats=, and --repeats sets the same; leave out one of them",
      `${ENTRY},repeats=5`,
    ],
    ["a negative temperature", ["--temperature", "-1"], "it must be a number of at least 0"],
    [
      "--offline-allow without --offline",
      ["--offline-allow", "llm.hospital.example"],
      "--offline-allow llm.hospital.example has no effect without --offline; add --offline, or leave it out",
    ],
  ])("refuse %s in one sentence with exit code 2", async (_, flags, message, entry) => {
    const { run } = await prepared();
    const { code, stderr } = await run(flags, entry);
    expect({ code, stderr }).toMatchObject({ code: 2, stderr: expect.stringContaining(message) });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
  });

  test("a built-in model takes no system message", async () => {
    const cwd = smallBenchmarkFolder();
    const args = ["run", "-r", ENTRY, "--model", "baseline/first-option", "--system-message", "x", "--suite", "s"];
    expect(await cliHere("medhelm", args, { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("baseline/first-option has no server, so --system-message cannot apply"),
    });
  });
});

/** A gateway, and `run`, which asks it by an entry with these lines under `request`. */
async function behindGateway() {
  const bodies: string[] = [];
  const headers: Record<string, unknown>[] = [];
  const handle = openaiApi({ says: () => ({ text: "Yes" }), bodies });
  const server = await serve((request, body, response) => {
    if (request.method === "POST" && !isCanary(body)) headers.push(request.headers);
    handle(request, body, response);
  });
  onTestFinished(server.close);
  const cwd = smallBenchmarkFolder();
  mkdirSync(join(cwd, "prod_env"));
  const run = (request: string, env: Record<string, string> = { GATEWAY_TOKEN: "t0ken" }, ...more: string[]) => {
    const client = `{ class_name: helm.clients.vllm_client.VLLMChatClient, args: { base_url: "${server.baseUrl}" } }`;
    writeFileSync(
      join(cwd, "prod_env/model_deployments.yaml"),
      `model_deployments:\n  - { name: hospital/qwen, client_spec: ${client}, api_key_env: HOSPITAL_KEY, request: { ${request} } }\n`,
    );
    const args = ["run", "-r", ENTRY, "--model", "hospital/qwen", "--suite", "s", "-o", "out", "-m", "1", ...more];
    return cliHere("medhelm", args, { cwd, env: { HOSPITAL_KEY: "sk-test", MEDHELM_API_KEY: "sk-test", ...env } });
  };
  return { run, bodies, headers, baseUrl: server.baseUrl, cwd };
}

describe("the request of an entry of model_deployments.yaml", () => {
  const REQUEST = "extra_headers: { X-Team: heart }, extra_headers_env: { X-Token: GATEWAY_TOKEN }";

  test("changes the headers and the body, and a later change of it asks again", async () => {
    const { run, bodies, headers, cwd } = await behindGateway();
    expect(await run(`${REQUEST}, extra_body: { seed: 7 }, timeout_seconds: 60, max_retries: 0`)).toMatchObject({
      code: 0,
    });
    expect(headers).toMatchObject([{ "x-team": "heart", "x-token": "t0ken" }]);
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([{ seed: 7 }]);
    expect(readdirSync(join(cwd, "out/runs/s"))).toContain("SMALL:model=hospital_qwen");
    // another token is no other request
    expect(await run(`${REQUEST}, extra_body: { seed: 7 }`, { GATEWAY_TOKEN: "other" })).toMatchObject({ code: 0 });
    expect(bodies).toHaveLength(1);
    const changed = await run(`${REQUEST}, extra_body: { seed: 8 }`);
    expect(changed.stderr).toContain("changed since the last run: request of hospital/qwen in model_deployments.yaml");
    expect(bodies.map((body) => JSON.parse(body))).toMatchObject([{ seed: 7 }, { seed: 8 }]);
  });

  test("is never sent to the server of --endpoint", async () => {
    const { run, headers, baseUrl } = await behindGateway();
    expect(await run(REQUEST, {}, "--endpoint", baseUrl)).toMatchObject({ code: 0 });
    expect(headers[0]).not.toHaveProperty("x-team");
  });

  test("without the variable of a header is refused with the variable's name", async () => {
    const { run } = await behindGateway();
    expect(await run(REQUEST, {})).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "hospital/qwen needs the header x-token: set the environment variable GATEWAY_TOKEN",
      ),
    });
  });

  test("with a header whose variable has a line break is refused without the value", async () => {
    const { run } = await behindGateway();
    const { code, stderr } = await run(REQUEST, { GATEWAY_TOKEN: "t0ken\nX-Evil: 1" });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringContaining(
        "hospital/qwen: the environment variable GATEWAY_TOKEN has a character that the header x-token cannot carry, such as a line break; set it again",
      ),
    });
    expect(stderr).not.toContain("t0ken");
  });

  test("that sets the model is refused with its place", async () => {
    const { run } = await behindGateway();
    expect(await run("extra_body: { model: other }")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        "model_deployments[0] (hospital/qwen).request.extra_body sets model, which the run sets itself; leave it out",
      ),
    });
  });
});
