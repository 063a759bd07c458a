import { readdir, readFile, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LAMBDAS } from "../../scripts/bundle.ts";
import { packedCli } from "../packed-cli.ts";
import { bundled } from "./bundled.ts";
import { type EmptyFolder, emptyFolder } from "./empty-folder.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
let out = "";
const folders: EmptyFolder[] = [];
const alone = async (bundle: string, name?: string): Promise<EmptyFolder> => {
  const folder = await emptyFolder(resolve(out, bundle), name);
  folders.push(folder);
  return folder;
};

beforeAll(async () => {
  out = await bundled("functions", "worker");
});
afterAll(async () => {
  for (const folder of folders) await folder.remove();
});

async function sizeOf(folder: string, ending: string): Promise<number> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ending));
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).size));
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** Calls the handler as Lambda does, and prints its result or its error. */
const INVOKE = `
const { handler } = await import(process.cwd() + "/index.mjs");
try {
  console.log(JSON.stringify(await handler(JSON.parse(process.argv[1]), { getRemainingTimeInMillis: () => 1000 })));
} catch (error) {
  console.log(JSON.stringify({ thrown: error.message }));
}
process.exit(0);`;
const invoke = async (folder: EmptyFolder, event: unknown, env: Record<string, string> = {}): Promise<unknown> => {
  const { stdout, stderr } = await folder.node(["--input-type=module", "-e", INVOKE, JSON.stringify(event)], env);
  if (stdout === "") throw new Error(stderr);
  return JSON.parse(stdout);
};

const buckets = {
  MEDHELM_RESULTS_BUCKET: "results",
  MEDHELM_INPUTS_BUCKET: "inputs",
  MEDHELM_DATA_BUCKET: "data",
  MEDHELM_SCRATCH_BUCKET: "scratch",
  MEDHELM_SITE_BUCKET: "site",
  MEDHELM_MODELS_BUCKET: "models",
};
/** Nothing listens at port 9, so every request to AWS fails at once. */
const nowhere = {
  AWS_REGION: "eu-central-1",
  AWS_ACCESS_KEY_ID: "none",
  AWS_SECRET_ACCESS_KEY: "none",
  AWS_EC2_METADATA_DISABLED: "true",
  AWS_MAX_ATTEMPTS: "1",
  AWS_ENDPOINT_URL: "http://127.0.0.1:9",
};
const whole = {
  ...buckets,
  ...nowhere,
  MEDHELM_INDEX_TABLE: "index",
  MEDHELM_DISPATCH_QUEUE: "http://127.0.0.1:9/0/dispatch",
  MEDHELM_AGGREGATE_QUEUE: "http://127.0.0.1:9/0/aggregate",
  MEDHELM_RELEASE_QUEUE: "http://127.0.0.1:9/0/release",
  MEDHELM_DEAD_LETTERS: '{"dispatch":"arn:dead","aggregate":"arn:a","release":"arn:r"}',
  MEDHELM_JOB_PREFIX: "medhelm-test",
  MEDHELM_CONF: "conf",
  MEDHELM_SITE_URL: "https://site.example.com",
};
const message = (body: unknown) => ({
  Records: [{ messageId: "m1", body: JSON.stringify(body), eventSourceARN: "arn:dead" }],
});

const request = (path: string, headers: Record<string, string> = {}) => ({
  version: "2.0",
  routeKey: "$default",
  rawPath: path,
  rawQueryString: "",
  headers: { host: "api.example.com", ...headers },
  requestContext: { http: { method: "GET", path, sourceIp: "192.0.2.1" }, domainName: "api.example.com" },
  isBase64Encoded: false,
});

describe("Lambdas in an empty folder", () => {
  test.each(LAMBDAS)("every file of %s loads, and so does each benchmark that it opens on request", async (name) => {
    const folder = join(out, "functions", name);
    const chunks = (await readdir(folder)).filter((file) => /^(?:chunk|index)-.*\.mjs$/.test(file));
    await expect(Promise.all(chunks.map((file) => import(join(folder, file))))).resolves.toHaveLength(chunks.length);
  });

  test.each(LAMBDAS)("%s has under 1.9 MB of code, and conf/ next to it", async (name) => {
    const folder = join(out, "functions", name);
    expect(await sizeOf(folder, ".mjs")).toBeLessThan(1_900_000);
    expect(await readdir(join(folder, "conf"))).toContain("model_deployments.yaml");
  });

  test.each(LAMBDAS)("%s without its environment names all missing variables in one sentence", async (name) => {
    const result = await invoke(await alone(`functions/${name}`), message({}));
    expect(result).toEqual({
      thrown: expect.stringMatching(
        new RegExp(
          `^${name}: MEDHELM_RESULTS_BUCKET, (?:MEDHELM_[A-Z]+(?:_[A-Z]+)*(?:, )?)+ must be set in its environment; see infra/$`,
        ),
      ),
    });
  });

  test("api answers health, its description, and a request without a key", async () => {
    const folder = await alone("functions/api");
    expect(await invoke(folder, request("/v1/health"), whole)).toMatchObject({ statusCode: 200 });
    const described = await invoke(folder, request("/openapi.json"), whole);
    expect(JSON.stringify(described)).toContain("/v1/submissions");
    expect(await invoke(folder, request("/v1/submissions"), whole)).toMatchObject({ statusCode: 401 });
  });

  test.each([
    ["dispatch", { submission: "s", deployment: "local/qwen3-8b", role: "candidate" }],
    ["aggregate", { suite: "s", run: "r" }],
    ["release", { release: "R" }],
    ["failure", { submission: "s", deployment: "local/qwen3-8b", role: "candidate" }],
  ])("%s returns a message to its queue if S3 is not reachable", async (name, body) => {
    const result = await invoke(await alone(`functions/${name}`), message(body), whole);
    expect(result).toEqual({ batchItemFailures: [{ itemIdentifier: "m1" }] });
  });

  test("no function contains the path of the folder in which it was bundled", async () => {
    const result: string[] = [];
    for (const name of LAMBDAS)
      for (const file of await readdir(join(out, "functions", name))) {
        const path = join(out, "functions", name, file);
        if (file.endsWith(".mjs") && (await readFile(path, "utf8")).includes(root)) result.push(path);
      }
    expect(result).toEqual([]);
  });
});

describe("programs of jobs in an empty folder", () => {
  test("each names the missing variables and exits with 2", async () => {
    const folder = await alone("worker");
    for (const job of ["worker", "weights", "aggregate", "release", "site", "pull-weights"]) {
      const { code, stderr } = await folder.node(["job.mjs", job]);
      expect([job, code]).toEqual([job, 2]);
      expect(stderr).toMatch(
        new RegExp(
          `^\\{.*"level":"error".*"message":"${job}: MEDHELM_.* must be set in its environment; see infra/"\\}\n$`,
        ),
      );
    }
    expect(await folder.node(["job.mjs", "unknown"])).toMatchObject({
      code: 2,
      stderr:
        'medhelm: there is no job "unknown"; the known ones are worker, weights, aggregate, release, site, pull-weights\n',
    });
  });

  test("the worker has OpenAI's encoding o200k_base, for models that report no tokens", async () => {
    const names = (await readdir(join(out, "worker"))).filter((name) => name.endsWith(".mjs"));
    const programs = await Promise.all(names.map((name) => readFile(join(out, "worker", name), "utf8")));
    // a part of the pattern of o200k_base
    expect(programs.some((program) => /\{Lu\}\\+p\{Lt\}\\+p\{Lm\}/.test(program))).toBe(true);
  });

  test("an unreachable bucket is a fault, and the program prints its stack", async () => {
    const folder = await alone("worker");
    const env = { ...whole, MEDHELM_SUBMISSION: "s", MEDHELM_DEPLOYMENT: "local/qwen3-8b", MEDHELM_ROLE: "candidate" };
    expect(await folder.node(["worker.mjs"], env)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("ECONNREFUSED"),
    });
  });
});

describe("the packed command line in an empty folder", () => {
  test("it runs a demo and prints the tables of its leaderboard", async () => {
    const folder = await alone(packedCli(), "medhelm");
    const version = await folder.node(["medhelm/medhelm.mjs", "--version"]);
    expect(version).toMatchObject({ code: 0, stdout: "medhelm 0.1.0\n" });
    const ran = await folder.node([
      "medhelm/medhelm.mjs",
      "run",
      "--run-entries",
      "demo_questions:model=baseline/first-option",
      "--suite",
      "s",
      "-m",
      "3",
    ]);
    expect(ran).toMatchObject({ code: 0 });
    const summarized = await folder.node(["medhelm/medhelm.mjs", "summarize", "--suite", "s"]);
    expect(summarized).toMatchObject({ code: 0 });
    expect(await readdir(join(folder.path, "benchmark_output/runs/s"))).toContain("leaderboard.json");
  });

  test("it contains conf/ and the examples", async () => {
    const folder = await alone(packedCli(), "medhelm");
    expect(await folder.node(["medhelm/medhelm.mjs", "examples", "mine"])).toMatchObject({ code: 0 });
    expect((await readdir(join(folder.path, "mine"))).length).toBeGreaterThan(0);
    const listed = await folder.node(["medhelm/medhelm.mjs", "list", "groups"]); // of conf/schema_medhelm.yaml
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("pubmed_qa") });
  });
});
