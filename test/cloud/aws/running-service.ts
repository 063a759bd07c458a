import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Usage } from "@medhelm/core/money/usage";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { expect } from "vitest";
import { z } from "zod";
import { cli } from "../../e2e/cli.ts";
import { type Stub, startStub } from "../../e2e/stub.ts";
import { shared } from "../../shared.ts";
import { BUCKETS, type Cloud, type FunctionName, startCloud } from "./cloud.ts";
import {
  CANDIDATE,
  firstKey,
  GPU_JUDGE,
  HOSTED_JUDGE,
  list,
  mirrorData,
  read,
  repository,
  SECRET,
  writeConf,
} from "./service.ts";

export const SUITE = "CLOUD";
export const INSTANCES = 30;
/** For a pool's worker: how long it waits for further shards, and how long its lease lasts after a SIGKILL. */
const SHORT_WAITS = { MEDHELM_POOL_IDLE_MS: "10000", MEDHELM_LEASE_TTL_MS: "15000" };

const Release = z.object({ status: z.object({ state: z.string(), reason: z.string().optional() }) });

export interface Service extends Cloud {
  readonly key: string;
  readonly stubs: { readonly candidate: Stub; readonly gpuJudge: Stub; readonly hostedJudge: Stub };
  readonly client: string;
  /** The folder of the first version's configuration. */
  readonly conf: string;
  /** Deploys another version, or some functions of it, with the same models. */
  install(version: Version, names?: readonly FunctionName[]): Promise<void>;
}

export interface Version {
  /** folder of bundles */
  readonly dist: string;
  /** its repository, whose configuration is used */
  readonly folder: string;
}

interface ServiceOptions {
  /** folder of bundles */
  readonly dist: string;
  /** Milliseconds until a model answers. */
  readonly latencyMs?: number;
  /** as in Version */
  readonly folder?: string;
  /** as in startCloud */
  readonly unruly: boolean;
  /** Whether pools ask the served models. */
  readonly pools?: boolean;
}

/** Starts the service with three models, and makes a key and the folder of a client. */
export async function startService({
  dist,
  unruly,
  pools = false,
  latencyMs = 100,
  folder = repository,
}: ServiceOptions): Promise<Service> {
  const place = mkdtempSync(join(tmpdir(), "medhelm-service-"));
  const latency = { "latency-ms": latencyMs };
  const [candidate, gpuJudge, hostedJudge] = [
    await startStub(latency),
    await startStub(latency),
    await startStub(latency),
  ];
  let versions = 0;
  const confOf = (version: string): string => {
    const conf = join(place, `conf-${versions++}`);
    const endpoints = {
      candidate: candidate.endpoint,
      gpuJudge: gpuJudge.endpoint,
      hostedJudge: hostedJudge.endpoint,
    };
    writeConf(conf, endpoints, { pools, version });
    return conf;
  };
  const conf = confOf(folder);
  const served = new Map<string, string>([
    [CANDIDATE.deployment, candidate.endpoint],
    [GPU_JUDGE.deployment, gpuJudge.endpoint],
  ]);
  const jobEnvironment = pools ? SHORT_WAITS : {};
  const cloud = await startCloud({ dist, conf, served, secrets: { [SECRET]: "sk-test" }, unruly, jobEnvironment });
  const key = await firstKey(cloud.s3, BUCKETS.results);
  const pubmedQa = readFileSync(join(shared ?? "", "datasets/pubmed_qa/ori_pqal.json"));
  await mirrorData(cloud.s3, BUCKETS.data, new Map([["pubmed_qa/ori_pqal.json", pubmedQa]]));
  const client = join(place, "client");
  for (const demo of ["exact_match_demo", "llm_jury_score_demo"])
    cpSync(join(repository, "examples", demo), client, { recursive: true });
  return {
    ...cloud,
    key,
    client,
    conf,
    stubs: { candidate, gpuJudge, hostedJudge },
    install: (version, names) => cloud.deploy({ dist: version.dist, conf: confOf(version.folder) }, names),
    async close() {
      await cloud.close();
      await Promise.all([candidate, gpuJudge, hostedJudge].map((stub) => stub.close()));
      rmSync(place, { recursive: true, force: true });
    },
  };
}

/** The arguments that submit both demos and pubmed_qa. */
export const submission = ({ api }: Pick<Service, "api">, suite = SUITE): string[] => [
  "submit",
  "exact_match_demo.conf",
  "llm_jury_score_demo.conf",
  "--run-entries",
  "pubmed_qa:model=text",
  "--models-to-run",
  CANDIDATE.model,
  "--judges",
  GPU_JUDGE.deployment,
  HOSTED_JUDGE.deployment,
  "--suite",
  suite,
  "-m",
  String(INSTANCES),
  "--budget-usd",
  "5",
  "--api",
  api,
  "--wait",
];

/** Submits from a folder that the service cannot see, as a model maker's CI does. */
export function submit(service: Service, suite = SUITE) {
  return cli("medhelm", submission(service, suite), { cwd: service.client, env: { MEDHELM_TOKEN: service.key } });
}

export async function manifests({ s3 }: Service, suite = SUITE): Promise<Manifest[]> {
  const found = await list(s3, BUCKETS.results, `runs/${suite}/`);
  const seals = found.filter((name) => /^runs\/[^/]+\/[^.][^/]*\/manifest\.json$/.test(name));
  return Promise.all(
    seals.map(async (name) => Manifest.parse(JSON.parse((await read(s3, BUCKETS.results, name)) ?? ""))),
  );
}

/** Prints the output of functions and jobs, without which a failed test cannot be understood. */
export function sayIfFailed(
  { log }: Service,
  { code, stderr }: { readonly code: number | null; readonly stderr: string },
): void {
  if (code !== 0) process.stderr.write(`${stderr}\n${log.slice(-80).join("\n")}\n`);
}

export const contents = (sealed: readonly Manifest[]): Record<string, string> =>
  Object.fromEntries(sealed.map(({ run, contentSha256 }) => [run, contentSha256]));

export async function call<T>(
  { api, key }: Service,
  method: string,
  path: string,
  schema: z.ZodType<T>,
  body?: unknown,
): Promise<T> {
  const response = await fetch(api + path, {
    method,
    // on a machine that is busy for seconds, the server may close a connection that is about to be used again
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json", connection: "close" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  expect(`${response.status} ${text}`).toMatch(/^2/);
  return schema.parse(JSON.parse(text));
}

export async function publish(running: Service, name: string, suites = [SUITE]): Promise<void> {
  await call(running, "POST", "/v1/releases", Release, { name, suites, publish: true });
  for (;;) {
    const { status } = await call(running, "GET", `/v1/releases/${name}`, Release);
    if (status.state === "published") return;
    expect(status).not.toMatchObject({ state: "failed" });
    await new Promise((done) => setTimeout(done, 500));
  }
}

/** The requests to each deployment that the owners are charged for. */
export async function chargedRequests(owners: readonly Service[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const owner of owners) {
    const { deployments } = await call(owner, "GET", `/v1/usage?month=${new Date().toISOString().slice(0, 7)}`, Usage);
    for (const { deployment, requests } of deployments) counts[deployment] = (counts[deployment] ?? 0) + requests;
  }
  return counts;
}

/** The variables by which a command of the operator finds the stand-ins of S3 and DynamoDB. */
export async function awsVariables({ s3, dynamo }: Service): Promise<Record<string, string>> {
  const { accessKeyId, secretAccessKey } = await s3.config.credentials();
  const { hostname = "", port = 0 } = (await s3.config.endpoint?.()) ?? {};
  const table = (await dynamo.config.endpoint?.()) ?? { hostname: "", port: 0 };
  return {
    AWS_ENDPOINT_URL_DYNAMODB: `http://${table.hostname}:${table.port}`,
    AWS_ENDPOINT_URL_S3: `http://${hostname}:${port}`,
    AWS_REGION: await s3.config.region(),
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
}
