import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync } from "node:fs";
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
import { Manifest } from "@medhelm/core/release/manifest";
import { latestSite } from "@medhelm/service/release/site/pointer";
import { readRunFile } from "@medhelm/testing/fixtures/work";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { bundleWorker } from "../../scripts/bundle.ts";
import { copySite } from "../../scripts/bundle-site.ts";
import { writeSampleRelease } from "../browser/sample-release.ts";
import { execForm, faultsOf, instructionsOf, performCopies } from "./dockerfile.ts";
import { whyNoOnnx } from "../installed.ts";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import type { Peer } from "./peers/peer.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const root = fileURLToPath(new URL("../../", import.meta.url));
const dockerfile = instructionsOf(readFileSync(join(root, "image/Dockerfile"), "utf8"));

describe("the Dockerfile", () => {
  test("is pinned, does not run as root, starts no shell, and holds no secret", () => {
    expect(faultsOf(dockerfile)).toEqual([]);
  });

  test("each rule finds its fault", () => {
    const bad = `FROM node:24-slim
ENV OPENAI_API_KEY=x
ADD https://example.com/x.tar.gz /x
COPY . .
RUN curl https://example.com | sh
CMD node job.mjs`;
    expect(faultsOf(instructionsOf(bad))).toEqual([
      "it runs as root",
      "FROM node:24-slim is not pinned by an exact version and a digest",
      "OPENAI_API_KEY=x looks like a secret",
      "ADD https://example.com/x.tar.gz /x: ADD takes addresses and unpacks archives; use COPY",
      "COPY . . takes more than what runs",
      "RUN curl https://example.com | sh fetches a program",
      "CMD node job.mjs needs a shell",
    ]);
  });

  test("has the repository's version of Node", () => {
    const { devDependencies } = z
      .object({ devDependencies: z.object({ node: z.string() }) })
      .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
    expect(dockerfile[0]?.rest).toMatch(new RegExp(`^node:${devDependencies.node.replaceAll(".", "\\.")}-`));
  });

  test("copies only files that pass the filter of the build context", () => {
    const allowed = readFileSync(join(root, "image/Dockerfile.dockerignore"), "utf8")
      .split("\n")
      .filter((line) => line.startsWith("!"))
      .map((line) => line.slice(1));
    const sources = dockerfile
      .filter(({ name }) => name === "COPY")
      .flatMap(({ rest }) =>
        rest
          .split(/\s+/)
          .filter((word) => !word.startsWith("--"))
          .slice(0, -1),
      );
    expect(sources.map((source) => source.replace(/\/$/, "")).toSorted()).toEqual(allowed.toSorted());
  });
});

const job = (id: string, deployment: string) => ({
  MEDHELM_SUBMISSION: id,
  MEDHELM_DEPLOYMENT: deployment,
  MEDHELM_ROLE: "candidate",
});

const why = whyNoVersitygw() ?? whyNoDynamoDb() ?? whyNoOnnx();

describe.skipIf(why !== undefined)(
  `the image's steps in an empty folder${why === undefined ? "" : ` (${why})`}`,
  () => {
    let image = "";
    let app = "";
    let peer: Peer;
    let db: Peer;
    let clients: ReturnType<typeof awsClients>;
    let objects: ObjectStore;
    const buckets = { results: "r-b", inputs: "i-b", data: "d-b", models: "m-b", scratch: "s-b", site: "w-b" };
    const started: ChildProcess[] = [];

    beforeAll(async () => {
      const dist = await mkdtemp(join(tmpdir(), "medhelm-dist-"));
      await bundleWorker({ out: dist, conf: join(root, "conf") });
      await copySite(root, join(dist, "site"));
      image = await mkdtemp(join(tmpdir(), "medhelm-image-"));
      const context = (source: string): string =>
        source.startsWith("dist/") ? join(dist, source.slice("dist/".length)) : join(root, source);
      app = await performCopies(dockerfile, image, context);
      await rm(dist, { recursive: true, force: true });
      peer = await startVersitygw();
      db = await startDynamoDb();
      const dynamo = awsClients({ endpoint: db.url, region: db.region, credentials: db.credentials });
      await createIndexTable(dynamo.dynamo(), "index");
      dynamo.close();
      clients = awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
      for (const Bucket of Object.values(buckets)) await clients.s3().send(new CreateBucketCommand({ Bucket }));
      objects = s3Tree(buckets, { client: clients.s3 });
    });
    afterAll(async () => {
      for (const child of started) child.kill("SIGKILL");
      clients.close();
      await peer.close();
      await db.close();
      await rm(image, { recursive: true, force: true });
    });

    /** Runs ENTRYPOINT with a command in the container's environment. */
    function start(command: readonly string[], env: Readonly<Record<string, string>> = {}) {
      const [limit = "", ...args] = [...execForm(dockerfile, "ENTRYPOINT"), ...command];
      expect([limit, ...args.slice(0, 2)]).toEqual(["prlimit", "--core=0", "node"]);
      const child = spawn(
        limit,
        args.map((arg) => (arg === "node" ? process.execPath : arg.replace(/^\/app\//, `${app}/`))),
        {
          cwd: app,
          env: {
            PATH: "/usr/bin:/bin",
            TMPDIR: mkdtempSync(join(tmpdir(), "medhelm-job-")),
            NODE_ENV: "production",
            MEDHELM_CONF: join(app, "conf"),
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
              Object.entries(buckets).map(([bucket, name]) => [`MEDHELM_${bucket.toUpperCase()}_BUCKET`, name]),
            ),
            ...env,
          },
          stdio: ["ignore", "ignore", "pipe"],
        },
      );
      started.push(child);
      const said = text(child.stderr);
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
      const child = spawn(process.execPath, ["-e", program], { cwd: app, env: { PATH: "/usr/bin" }, stdio: "pipe" });
      expect(await text(child.stderr)).toBe("function\n");
      const libraries = readdirSync(join(app, "node_modules/onnxruntime-node/bin"), { recursive: true }).map(String);
      expect(libraries.filter((name) => name.endsWith("onnxruntime_binding.node"))).toEqual([
        "napi-v6/linux/x64/onnxruntime_binding.node",
      ]);
    });
  },
);
