import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { GetObjectCommand, ListObjectsV2Command, NoSuchKey, PutObjectCommand, type S3Client } from "@aws-sdk/client-s3";
import { systemClock } from "@medhelm/adapters/system-clock";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { newKey } from "@medhelm/service/api/access/api-key";
import { z } from "zod";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** A candidate and a judge on the service's GPUs, and a judge at a provider. */
export const CANDIDATE = { model: "acme/candidate", deployment: "served/candidate" } as const;
export const GPU_JUDGE = { model: "acme/judge", deployment: "served/judge" } as const;
export const HOSTED_JUDGE = { model: "elsewhere/judge", deployment: "elsewhere/judge" } as const;
export const SECRET = "ELSEWHERE_API_KEY";
/** US dollars per million tokens of the hosted judge. */
export const PRICE = { input: 2, output: 8 } as const;

const served = (name: string, model: string, url: string, replicas = 1) => `  - name: ${name}
    model_name: ${model}
    client_spec: {class_name: helm.clients.vllm_client.VLLMChatClient, args: {base_url: "${url}"}}
    trust: covered
    concurrency: 4
    served: {gpu_class: gpu-24, repo: acme/weights, revision: ${"a".repeat(40)}, weights_gb: 1, replicas: ${replicas}}
`;

const model = (name: string) =>
  `  - {name: ${name}, display_name: ${name}, description: Invented., creator_organization_name: Acme, access: open, tags: []}\n`;

/** Writes the configuration of a service of a version whose models answer at these addresses, each ending in /v1. */
export function writeConf(
  folder: string,
  endpoints: { readonly candidate: string; readonly gpuJudge: string; readonly hostedJudge: string },
  { pools = false, version = repository }: { readonly pools?: boolean; readonly version?: string } = {},
): void {
  mkdirSync(folder, { recursive: true });
  const deployments = `model_deployments:
${served(CANDIDATE.deployment, CANDIDATE.model, endpoints.candidate, pools ? 2 : 1)}${served(GPU_JUDGE.deployment, GPU_JUDGE.model, endpoints.gpuJudge)}
  - name: ${HOSTED_JUDGE.deployment}
    model_name: ${HOSTED_JUDGE.model}
    client_spec: {class_name: helm.clients.openai_client.OpenAIClient, args: {base_url: "${endpoints.hostedJudge}"}}
    trust: covered
    concurrency: 4
    api_key_env: ${SECRET}
    price: {input_usd_per_million: ${PRICE.input}, output_usd_per_million: ${PRICE.output}, as_of: 2026-11-01}
`;
  const metadata = `models:\n${[CANDIDATE, GPU_JUDGE, HOSTED_JUDGE].map(({ model: name }) => model(name)).join("")}`;
  const service =
    "monthlyBudgetUsd: 100\nquota: {runsPerDay: 500, usdPerMonth: 100, requestsPerMinute: 6000}\n" +
    (pools ? "pools: true\npoolRequestsAWorker: 20\n" : ""); // an earlier version does not know the settings
  writeFileSync(join(folder, "model_deployments.yaml"), deployments);
  writeFileSync(join(folder, "model_metadata.yaml"), metadata);
  writeFileSync(join(folder, "service.yaml"), service);
  for (const file of ["gpu_classes.yaml", "judges.yaml", "schema_medhelm.yaml"])
    writeFileSync(join(folder, file), readFileSync(join(version, "conf", file)));
}

/** Puts the record of the first key by hand, as the operator of a new service does. Returns the key. */
export async function firstKey(s3: S3Client, bucket: string, owner = "ann"): Promise<string> {
  const { key, sha256, record } = newKey(
    { owner, name: "test", scopes: ["submit", "release", "admin"], organisations: [] },
    systemClock,
  );
  await put(s3, bucket, keys.apiKey(sha256), JSON.stringify(record));
  return key;
}

/** Mirrors a public data set as an operator does: the file under its checksum, and the index that names it. */
export async function mirrorData(s3: S3Client, bucket: string, files: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const index: Record<string, string> = {};
  for (const [path, bytes] of files) {
    const sha256 = sha256Hex(bytes);
    index[path] = sha256;
    await put(s3, bucket, keys.publicData(sha256), bytes);
  }
  await put(s3, bucket, keys.publicData("index.json"), JSON.stringify({ formatVersion: 1, files: index }));
}

export async function put(s3: S3Client, bucket: string, key: string, body: string | Uint8Array): Promise<void> {
  await s3.send(new PutObjectCommand({ Bucket: bucket, Key: key, Body: body }));
}

export async function list(s3: S3Client, bucket: string, prefix: string): Promise<string[]> {
  const found: string[] = [];
  let after: string | undefined;
  do {
    const page = await s3.send(
      new ListObjectsV2Command({
        Bucket: bucket,
        Prefix: prefix,
        ...(after === undefined ? {} : { StartAfter: after }),
      }),
    );
    const names = (page.Contents ?? []).flatMap(({ Key }) => Key ?? []);
    found.push(...names);
    after = page.IsTruncated === true ? names.at(-1) : undefined;
  } while (after !== undefined);
  return found;
}

export async function read(s3: S3Client, bucket: string, key: string): Promise<string | undefined> {
  try {
    const { Body } = await s3.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
    return await Body?.transformToString();
  } catch (error) {
    if (error instanceof NoSuchKey) return undefined;
    throw error;
  }
}

/** The stored answers to each deployment, also those in segments. */
export async function storedAnswers(s3: S3Client, bucket: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  const Segment = z.object({ answers: z.record(z.string(), z.object({ deployment: z.string() })) });
  for (const name of await list(s3, bucket, "cache/")) {
    if (name.startsWith("cache/.models/")) continue;
    const value: unknown = JSON.parse((await read(s3, bucket, name)) ?? "");
    const answers = name.includes("/.segments/")
      ? Object.values(Segment.parse(value).answers)
      : [z.object({ deployment: z.string() }).parse(value)];
    for (const { deployment } of answers) counts[deployment] = (counts[deployment] ?? 0) + 1;
  }
  return counts;
}
