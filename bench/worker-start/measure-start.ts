import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { z } from "zod";
import { bundleWorker } from "../../scripts/bundle.ts";
import { createIndexTable } from "../../test/cloud/peers/create-index-table.ts";
import { startDynamoDb } from "../../test/cloud/peers/dynamodb.ts";
import { startVersitygw } from "../../test/cloud/peers/versitygw.ts";

const DEPLOYMENT = "local/qwen3-8b";

/** Measures how long the program of the image (dist/worker) needs from its start to its first request to a model server that is ready. */
export async function measureStart(starts: number): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "medhelm-bench-"));
  await bundleWorker({ out: folder, conf: fileURLToPath(new URL("../../conf", import.meta.url)) });
  const [s3, db] = await Promise.all([startVersitygw(), startDynamoDb()]);
  const buckets = { results: "r-b", inputs: "i-b", data: "d-b", models: "m-b", scratch: "s-b", site: "w-b" };
  const clients = awsClients({ endpoint: s3.url, region: s3.region, credentials: s3.credentials });
  for (const Bucket of Object.values(buckets)) await clients.s3().send(new CreateBucketCommand({ Bucket }));
  await createIndexTable(
    awsClients({ endpoint: db.url, region: db.region, credentials: db.credentials }).dynamo(),
    "index",
  );
  const objects = s3Tree(buckets, { client: clients.s3 });

  let asked: (() => void) | undefined;
  const server = createServer((request, response) => {
    if (request.method === "POST") asked?.();
    response.setHeader("content-type", "application/json");
    const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "A" } }];
    response.end(JSON.stringify({ id: "1", object: "chat.completion", created: 1, model: "m", choices }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());

  /** @returns the milliseconds from the start of the program to its first request */
  async function start(id: string, env: Readonly<Record<string, string>>): Promise<number> {
    const description = "demo_questions:model=qwen/qwen3-8b";
    const run = { run: description.replaceAll("/", "_"), description, benchmark: "demo_questions" };
    await putJson(objects, keys.submission(id), {
      formatVersion: 1,
      id,
      owner: "somebody",
      createdAt: "2026-01-01T00:00:00.000Z",
      request: { entries: [{ description }], suite: id, maxEvalInstances: 3 },
      runs: [{ ...run, model: "qwen/qwen3-8b", modelDeployment: DEPLOYMENT }],
    });
    const first = new Promise<void>((resolve) => (asked = resolve));
    const startMs = performance.now();
    const child = spawn(process.execPath, [join(folder, "worker/job.mjs"), "worker"], {
      stdio: ["ignore", "ignore", "pipe"],
      env: {
        PATH: process.env["PATH"],
        NODE_ENV: "production",
        MEDHELM_CONF: join(folder, "worker/conf"),
        AWS_REGION: s3.region,
        AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
        AWS_EC2_METADATA_DISABLED: "true",
        AWS_ENDPOINT_URL_S3: s3.url,
        AWS_ENDPOINT_URL_DYNAMODB: db.url,
        AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:9",
        MEDHELM_INDEX_TABLE: "index",
        MEDHELM_DISPATCH_QUEUE: "http://127.0.0.1:9/0/dispatch",
        ...Object.fromEntries(
          Object.entries(buckets).map(([of, name]) => [`MEDHELM_${of.toUpperCase()}_BUCKET`, name]),
        ),
        MEDHELM_SUBMISSION: id,
        MEDHELM_DEPLOYMENT: DEPLOYMENT,
        MEDHELM_ROLE: "candidate",
        MEDHELM_SERVED: DEPLOYMENT,
        MEDHELM_SERVER_URL: `http://127.0.0.1:${port}/v1`,
        ...env,
      },
    });
    let said = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
    const ended = once(child, "exit");
    await Promise.race([
      first,
      ended.then(() => {
        throw new Error(`the worker ended before its first request: ${said}`);
      }),
    ]);
    const tookMs = performance.now() - startMs;
    await ended;
    return tookMs;
  }

  try {
    const cache = { NODE_COMPILE_CACHE: join(folder, "cache") };
    await start("fills-the-caches", cache);
    for (const [name, env] of Object.entries({ "without a compile cache": {}, "with a compile cache": cache })) {
      const tookMs: number[] = [];
      for (let n = 0; n < starts; n++) tookMs.push(await start(`${name.split(" ")[0]}-${n}`, env));
      tookMs.sort((a, b) => a - b);
      const seconds = [0, Math.floor(starts / 2), starts - 1].map((n) => ((tookMs[n] ?? 0) / 1000).toFixed(2));
      console.log(`${name}: least ${seconds[0]} s, median ${seconds[1]} s, most ${seconds[2]} s of ${starts} starts`);
    }
  } finally {
    server.closeAllConnections();
    server.close();
    clients.close();
    await Promise.all([s3.close(), db.close()]);
    await rm(folder, { recursive: true, force: true });
  }
}
