import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { keys } from "@medhelm/core/store/object-keys";
import { getJson, putJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { latestSite } from "@medhelm/service/release/site/pointer";
import { readRunFile } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundled } from "./bundled.ts";
import { copySite } from "../../scripts/bundle-site.ts";
import { writeSampleRelease } from "../browser/sample-release.ts";
import { execForm, type Instruction } from "./dockerfile.ts";
import { whyNoOnnx } from "../installed.ts";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import type { Peer } from "./peers/peer.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** A busy machine bundles the jobs and builds the image in minutes. */
const MAKE_MS = 900_000;

/** An image that was made by the steps of the Dockerfile. */
export interface MadeImage {
  /** the folder of the last WORKDIR, as this machine sees it */
  readonly app: string;
  /** Starts the entry point with a command and environment variables, as Docker does. */
  start(command: readonly string[], env: Readonly<Record<string, string>>): ChildProcess;
  close(): Promise<void>;
}

export interface ImageSteps {
  readonly dockerfile: readonly Instruction[];
  /** Maps a source of the build context to a path of this machine. */
  context(source: string): string;
}

const job = (id: string, deployment: string) => ({
  MEDHELM_SUBMISSION: id,
  MEDHELM_DEPLOYMENT: deployment,
  MEDHELM_ROLE: "candidate",
});

/**
 * The tests of an image, in which every job works over stand-ins of S3 and DynamoDB.
 * @param title says how the image is made
 * @param whyNot why it cannot be made here; undefined if it can
 */
export function imageCases(
  title: string,
  whyNot: string | undefined,
  dockerfile: readonly Instruction[],
  make: (steps: ImageSteps) => Promise<MadeImage>,
): void {
  const why = whyNot ?? whyNoVersitygw() ?? whyNoDynamoDb() ?? whyNoOnnx();
  describe.skipIf(why !== undefined)(`${title}${why === undefined ? "" : ` (${why})`}`, () => {
    let image: MadeImage;
    let peer: Peer;
    let db: Peer;
    let clients: ReturnType<typeof awsClients>;
    let objects: ObjectStore;
    const buckets = { results: "r-b", inputs: "i-b", data: "d-b", models: "m-b", scratch: "s-b", site: "w-b" };
    const started: ChildProcess[] = [];

    beforeAll(async () => {
      const dist = await bundled("worker");
      const copies = await mkdtemp(join(tmpdir(), "medhelm-dist-"));
      await copySite(root, join(copies, "site"));
      image = await make({
        dockerfile,
        context: (source) => {
          if (source.startsWith("dist/site")) return join(copies, source.slice("dist/".length));
          return source.startsWith("dist/") ? join(dist, source.slice("dist/".length)) : join(root, source);
        },
      });
      await rm(copies, { recursive: true, force: true });
      peer = await startVersitygw();
      db = await startDynamoDb();
      const dynamo = awsClients({ endpoint: db.url, region: db.region, credentials: db.credentials });
      await createIndexTable(dynamo.dynamo(), "index");
      dynamo.close();
      clients = awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
      for (const Bucket of Object.values(buckets)) await clients.s3().send(new CreateBucketCommand({ Bucket }));
      objects = s3Tree(buckets, { client: clients.s3 });
    }, MAKE_MS);
    afterAll(async () => {
      for (const child of started) child.kill("SIGKILL");
      clients.close();
      await peer.close();
      await db.close();
      await image.close();
    });

    /** Starts a job with the variables that Batch sets. */
    function start(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const child = image.start(command, {
        AWS_REGION: peer.region,
        AWS_ACCESS_KEY_ID: peer.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: peer.credentials.secretAccessKey,
        AWS_EC2_METADATA_DISABLED: "true",
        AWS_ENDPOINT_URL_S3: peer.url,
        AWS_ENDPOINT_URL_DYNAMODB: db.url,
        MEDHELM_INDEX_TABLE: "index",
        AWS_ENDPOINT_URL_SQS: "http://127.0.0.1:9",
        MEDHELM_DISPATCH_QUEUE: "http://127.0.0.1:9/0/dispatch",
        ...Object.fromEntries(
          Object.entries(buckets).map(([bucket, one]) => [`MEDHELM_${bucket.toUpperCase()}_BUCKET`, one]),
        ),
        ...env,
      });
      started.push(child);
      const said = child.stderr === null ? "" : text(child.stderr);
      const ended = once(child, "exit").then(async () => ({ code: child.exitCode, said: await said }));
      return { child, ended };
    }

    async function submitted(id: string, description: string, modelDeployment: string): Promise<string> {
      const run = description.replaceAll("/", "_");
      await putJson(objects, keys.submission(id), {
        formatVersion: 1,
        id,
        owner: "somebody",
        createdAt: "2026-01-01T00:00:00.000Z",
        request: { entries: [{ description }], suite: "s", maxEvalInstances: 3 },
        runs: [{ run, description, benchmark: "demo_questions", model: modelDeployment, modelDeployment }],
      });
      return run;
    }

    test("CMD's job works on a demo, and the aggregator's job seals it, over S3", async () => {
      const deployment = "baseline/first-option";
      const run = await submitted("sub-1", `demo_questions:model=${deployment}`, deployment);
      const command = execForm(dockerfile, "CMD");
      expect(await start(command, job("sub-1", deployment)).ended).toMatchObject({ code: 0 });
      expect(await readRunFile(objects, run, "scenario_state.json", z.unknown())).toBeDefined();
      const aggregate = { MEDHELM_SUITE: "s", MEDHELM_RUN: run };
      expect(await start(["aggregate"], aggregate).ended).toMatchObject({ code: 0 });
      const manifest = await getJson(objects, keys.manifest("s", run), Manifest);
      expect(Object.keys(manifest?.files ?? {})).toContain("stats.json");
    });

    test("a served model is asked at the job's server, and its answers are stored under the address that all jobs share", async () => {
      const asked: string[] = [];
      const server = createServer((request, response) => {
        asked.push(request.url ?? "");
        response.setHeader("content-type", "application/json");
        const choices = [{ index: 0, finish_reason: "stop", message: { role: "assistant", content: "A" } }];
        const reply = { id: "1", object: "chat.completion", created: 1, model: "m", choices };
        response.end(request.url === "/health" ? "" : JSON.stringify(reply));
      });
      await once(server.listen(0, "127.0.0.1"), "listening");
      const { port } = z.object({ port: z.int() }).parse(server.address());
      const deployment = "local/qwen3-8b";
      const run = await submitted("sub-2", `demo_questions:model=qwen/qwen3-8b`, deployment);
      const env = { MEDHELM_SERVED: deployment, MEDHELM_SERVER_URL: `http://127.0.0.1:${port}/v1` };
      const ended = await start(["worker"], { ...job("sub-2", deployment), ...env }).ended;
      server.closeAllConnections();
      server.close();
      expect(ended).toMatchObject({ code: 0, said: expect.stringContaining("the model server answers after") });
      // the canary request and three questions
      expect(asked.filter((url) => url === "/v1/chat/completions")).toHaveLength(4);
      expect(await readRunFile(objects, run, "scenario_state.json", z.unknown())).toBeDefined();
    });

    test("SIGTERM ends a job with 75, so that Batch tries it again", async () => {
      const deployment = "local/qwen3-8b";
      await submitted("sub-3", "demo_questions:model=qwen/qwen3-8b", deployment);
      const env = { MEDHELM_SERVED: deployment, MEDHELM_SERVER_URL: "http://127.0.0.1:9/v1" };
      const { child, ended } = start(["worker"], { ...job("sub-3", deployment), ...env });
      setTimeout(() => child.kill("SIGTERM"), 5_000);
      expect(await ended).toMatchObject({ code: 75, said: expect.stringContaining(`"message":"SIGTERM, stopping"`) });
    });

    test("the image's Astro builds a release's site and puts it into CloudFront's folder", async () => {
      const folder = await mkdtemp(join(tmpdir(), "medhelm-release-"));
      writeSampleRelease(folder, { models: 2, benchmarks: 2 });
      for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
        const file = join(entry.parentPath, entry.name);
        if (entry.isFile()) await objects.put(keys.releaseFile("R1", relative(folder, file)), await readFile(file));
      }
      await putJson(objects, keys.releaseRequest("R1"), {
        formatVersion: 1,
        owner: "somebody",
        createdAt: "2026-01-01T00:00:00.000Z",
        request: { name: "R1", suites: ["s"], profile: "corrected", publish: true },
      });
      expect(await start(["site"], { MEDHELM_RELEASE: "R1" }).ended).toMatchObject({ code: 0 });
      expect(await latestSite(objects)).toBe("R1");
      const page = await objects.get(`${keys.site("R1")}index.html`);
      expect(new TextDecoder().decode(page?.body)).toContain('href="/r/R1/');
    });

    test("the image contains ONNX Runtime for its CPU and for no other system", async () => {
      const program = "const ort = require('onnxruntime-node'); console.error(typeof ort.InferenceSession.create)";
      const child = spawn(process.execPath, ["-e", program], {
        cwd: image.app,
        env: { PATH: "/usr/bin" },
        stdio: "pipe",
      });
      expect(await text(child.stderr)).toBe("function\n");
      const libraries = readdirSync(join(image.app, "node_modules/onnxruntime-node/bin"), { recursive: true }).map(
        String,
      );
      expect(libraries.filter((name) => name.endsWith("onnxruntime_binding.node"))).toEqual([
        "napi-v6/linux/x64/onnxruntime_binding.node",
      ]);
    });
  });
}
