import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { cliHere } from "./cli-here.ts";
import { answer, type ModelServer, startModelServer } from "./model-server.ts";
import { entry, judgedBenchmark, smallBenchmarkFolder } from "./small-benchmark.ts";

const QWEN = ["qwen/qwen2.5-7b-instruct", "huggingface/qwen2.5-7b-instruct"] as const;
/** HELM: a server that needs no key is sent "EMPTY". */
const asked = ({ requests }: ModelServer) =>
  requests.map(({ path, model, authorization = "" }) => `${path} ${model} ${authorization}`.trim());
const hasRuns = (folder: string) => existsSync(join(folder, "benchmark_output/runs"));

/** Makes a folder with the small benchmark and these files, and a `run` that calls helm-run there. */
function prepared(files: Readonly<Record<string, string>> = {}) {
  const cwd = smallBenchmarkFolder(files);
  const run = (what: string, flags: readonly string[] = [], env: Readonly<Record<string, string>> = {}) =>
    cliHere("helm-run", ["--run-entries", what, "--suite", "s", "-m", "3", ...flags], { cwd, env });
  return { cwd, run };
}

const deploymentsYaml = (name: string, className: string, args: Readonly<Record<string, string>>): string =>
  [
    "model_deployments:",
    `  - name: ${name}`,
    "    model_name: house/model-x",
    "    tokenizer_name: simple/tokenizer1",
    "    max_sequence_length: 8192",
    "    client_spec:",
    `      class_name: ${className}`,
    "      args:",
    ...Object.entries(args).map(([key, value]) => `        ${key}: ${value}`),
    "",
  ].join("\n");

describe("HELM's prod_env folder", () => {
  test("a VLLMChatClient of model_deployments.yaml is asked at its base_url for its vllm_model_name", async () => {
    const recorder = await startModelServer();
    const { cwd, run } = prepared({
      "prod_env/model_deployments.yaml": deploymentsYaml("house/model-x", "helm.clients.vllm_client.VLLMChatClient", {
        base_url: recorder.endpoint,
        vllm_model_name: "served-x",
      }),
      "prod_env/model_metadata.yaml": [
        "models:",
        "  - name: house/model-x",
        "    display_name: Model X of the house",
        "    description: invented",
        "    creator_organization_name: The House",
        "    access: open",
        "    release_date: 2026-01-31",
        "    tags: [TEXT_MODEL_TAG]",
        "",
      ].join("\n"),
    });
    expect(await run(entry("small", "house/model-x"))).toMatchObject({ code: 0 });
    expect(asked(recorder)).toEqual(Array(3).fill("/v1/chat/completions served-x Bearer EMPTY"));
    expect(await cliHere("helm-summarize", ["--suite", "s"], { cwd })).toMatchObject({ code: 0 });
    const Leaderboard = z.object({ models: z.array(z.looseObject({ displayName: z.string() })) });
    const leaderboard: unknown = JSON.parse(
      readFileSync(join(cwd, "benchmark_output/runs/s/leaderboard.json"), "utf8"),
    );
    expect(Leaderboard.parse(leaderboard).models[0]?.displayName).toBe("Model X of the house");
  });

  test("an OpenAIClient with base_url gets the key of its host in credentials.conf", async () => {
    const recorder = await startModelServer();
    const { run } = prepared({
      "conf/model_deployments.yaml": deploymentsYaml("house/x", "helm.clients.openai_client.OpenAIClient", {
        base_url: recorder.endpoint,
        openai_model_name: "x-2026",
      }),
      "conf/credentials.conf": 'houseApiKey: "house-key"\n',
    });
    const { code, stderr } = await run(entry("small", "house/model-x", "house/x"), ["--local-path", "conf"], {
      OPENAI_API_KEY: "not-for-this-server",
    });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(asked(recorder)).toEqual(Array(3).fill("/v1/chat/completions x-2026 Bearer house-key"));
  });

  test("has precedence over MEDHELM_ENDPOINT, and --endpoint has precedence over the folder", async () => {
    const [yaml, variable, flag] = [await startModelServer(), await startModelServer(), await startModelServer()];
    const { run } = prepared({
      "prod_env/model_deployments.yaml": deploymentsYaml("house/model-x", "helm.clients.vllm_client.VLLMChatClient", {
        base_url: yaml.endpoint,
      }),
    });
    const env = { MEDHELM_ENDPOINT: variable.endpoint };
    expect(await run(entry("small", "house/model-x"), [], env)).toMatchObject({ code: 0 });
    expect([yaml, variable, flag].map(({ requests }) => requests.length)).toEqual([3, 0, 0]);
    const other = ["--suite", "other", "--endpoint", flag.endpoint];
    expect(await run(entry("small", "house/model-x"), other, env)).toMatchObject({ code: 0 });
    expect([yaml, variable, flag].map(({ requests }) => requests.length)).toEqual([3, 0, 3]);
  });
});

describe("an endpoint named for the run", () => {
  test("--endpoint answers for any model, judges too; --model-name and --api-key-env go to it", async () => {
    const recorder = await startModelServer((body) =>
      answer(body.includes("rubric_criteria") ? '{"clarity": {"score": 4, "explanation": "clear"}}' : "Yes"),
    );
    const { run } = prepared(judgedBenchmark);
    const flags = [
      "--endpoint",
      recorder.endpoint,
      "--api-key-env",
      "HOUSE_KEY",
      "--model-name",
      "wire-name",
      "--judges-may-be-candidate",
    ];
    const { code, stderr } = await run(entry("judged", ...QWEN), flags, { HOUSE_KEY: "k-1" });
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("3 of 3 verdicts scored");
    expect(asked(recorder)).toEqual(Array(6).fill("/v1/chat/completions wire-name Bearer k-1"));
  });

  test("--judge-endpoint sends the judges' requests to another server, without the candidate's key or name", async () => {
    const candidate = await startModelServer();
    const judge = await startModelServer(
      () => answer('{"clarity": {"score": 4, "explanation": "clear"}}'),
      ["judge-1"],
    );
    const { run } = prepared(judgedBenchmark);
    const { code, stderr } = await run(
      entry("judged", ...QWEN),
      [
        "--endpoint",
        candidate.endpoint,
        "--api-key-env",
        "HOUSE_KEY",
        "--model-name",
        "wire-name",
        "--judge-endpoint",
        judge.endpoint,
      ],
      { HOUSE_KEY: "k-1" },
    );
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(asked(candidate)).toEqual(Array(3).fill("/v1/chat/completions wire-name Bearer k-1"));
    expect(asked(judge)).toEqual(Array(3).fill("/v1/chat/completions judge-1 Bearer EMPTY"));
  });

  test("MEDHELM_ENDPOINT serves a huggingface deployment that no file names", async () => {
    const recorder = await startModelServer(() => answer("Yes"), ["Qwen/Qwen2.5-7B-Instruct"]);
    const { run } = prepared();
    const outcome = await run(entry("small", ...QWEN), [], { MEDHELM_ENDPOINT: recorder.endpoint });
    expect(outcome).toMatchObject({ code: 0 });
    expect(asked(recorder)).toEqual(Array(3).fill("/v1/chat/completions Qwen/Qwen2.5-7B-Instruct Bearer EMPTY"));
  });

  test("openai/gpt-4o needs only OPENAI_API_KEY and OPENAI_BASE_URL", async () => {
    const recorder = await startModelServer();
    const { run } = prepared();
    const env = { OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: recorder.endpoint };
    expect(await run(entry("small", "openai/gpt-4o"), [], env)).toMatchObject({ code: 0 });
    expect(asked(recorder)).toEqual(Array(3).fill("/v1/chat/completions gpt-4o Bearer sk-1"));
  });

  test("openai/gpt-4o without a key is one sentence, and nothing is written", async () => {
    const { cwd, run } = prepared();
    const { code, stderr } = await run(entry("small", "openai/gpt-4o"));
    expect(code).toBe(2);
    expect(stderr).toContain("openai/gpt-4o needs an API key: set OPENAI_API_KEY");
    expect(stderr).not.toContain("    at ");
    expect(hasRuns(cwd)).toBe(false);
  });

  test("an endpoint that is down ends the run with exit 2 and says what to do", async () => {
    const { run } = prepared();
    const { code, stderr } = await run(entry("small", ...QWEN), ["--endpoint", "http://127.0.0.1:9/v1"]);
    expect(code).toBe(2);
    expect(stderr).toContain("(http://127.0.0.1:9/v1/chat/completions) does not answer");
    expect(stderr).not.toContain("    at ");
  });
});
