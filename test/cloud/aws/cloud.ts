import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { CreateBucketCommand, S3Client } from "@aws-sdk/client-s3";
import { CreateQueueCommand, GetQueueAttributesCommand, SendMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { jobNames } from "@medhelm/core/jobs/job-places";
import { compileCache } from "../../e2e/cli.ts";
import { createIndexTable } from "../peers/create-index-table.ts";
import { startDynamoDb } from "../peers/dynamodb.ts";
import { startElasticMq } from "../peers/elasticmq.ts";
import { startVersitygw } from "../peers/versitygw.ts";
import { type BatchServer, type Definition, startBatch } from "./batch.ts";
import { type EventSource, pollQueue } from "./event-source.ts";
import { startGateway } from "./gateway.ts";
import { type Lambda, startLambda } from "./lambda.ts";
import { bridgeEvents } from "./s3-events.ts";
import { startIndexGate } from "./index-permissions.ts";
import { roleVariable, startS3Gate } from "./s3-permissions.ts";

export const PREFIX = "medhelm-test";
export const BUCKETS = {
  results: "medhelm-test-results",
  inputs: "medhelm-test-inputs",
  data: "medhelm-test-data",
  models: "medhelm-test-models",
  scratch: "medhelm-test-scratch",
  site: "medhelm-test-site",
} as const;
/** bucket -> its name in infra/ */
const bucketNames = new Map(
  Object.entries(BUCKETS).map(([name, bucket]) => [bucket, `${name[0]?.toUpperCase()}${name.slice(1)}Bucket`]),
);
/** the table of the index */
export const TABLE = "medhelm-test-index";
const FUNCTIONS = ["api", "dispatch", "aggregate", "release", "sweep", "failure"] as const;
export type FunctionName = (typeof FUNCTIONS)[number];
const QUEUES = ["dispatch", "aggregate", "release"] as const;
type QueueName = (typeof QUEUES)[number];

/** On AWS the sweep runs every 5 minutes. */
const SWEEP_EVERY_MS = 4_000;

export interface Cloud {
  /** of API Gateway */
  readonly api: string;
  readonly s3: S3Client;
  readonly dynamo: DynamoDBClient;
  readonly batch: BatchServer;
  /** keys of the objects in the events of S3 */
  readonly events: readonly string[];
  /** Returns the requests of functions and jobs to S3 and DynamoDB that their roles do not allow. */
  refused(): readonly string[];
  /** Sends a message to the dead-letter queue of a queue, as SQS does after five attempts. */
  bury(queue: QueueName, body: string): Promise<void>;
  /** Replaces functions by those of another version. Later jobs are of that version, too; a job that runs keeps its own. */
  deploy(version: Version, names?: readonly FunctionName[]): Promise<void>;
  /** the output of functions and jobs, for a test that failed */
  readonly log: readonly string[];
  close(): Promise<void>;
}

interface Version {
  /** folder of bundles, as scripts/bundle.ts writes it */
  readonly dist: string;
  /** folder of the service's configuration */
  readonly conf: string;
}

export interface CloudOptions extends Version {
  /** deployment with `served` -> the address of its server */
  readonly served: ReadonlyMap<string, string>;
  /** sets of provider secrets that jobs may hold, with their values */
  readonly secrets: Readonly<Record<string, string>>;
  /** Delivers every message and event twice, late and out of order, and calls every function twice. */
  readonly unruly: boolean;
  /** variables of the jobs with GPUs; absent: none */
  readonly jobEnvironment?: Readonly<Record<string, string>>;
  /** objects of the tree by key, which are stored before the functions start */
  readonly stored?: ReadonlyMap<string, string>;
}

/**
 * Starts all of infra/ over real servers: versitygw for S3, ElasticMQ for SQS, and DynamoDB Local. Each function runs as its deployed bundle in a process.
 * Jobs are processes too. All have their role's permissions on S3 and DynamoDB. It lacks the scale of AWS and other permissions (test/infra).
 */
export async function startCloud(options: CloudOptions): Promise<Cloud> {
  const { unruly } = options;
  const closers: (() => Promise<unknown>)[] = [];
  const log: string[] = [];
  const say = (text: string): void => void log.push(text);
  const urls = new Map<string, string>();
  const urlOf = (name: string): string => {
    const url = urls.get(name);
    if (url === undefined) throw new Error(`no queue ${name}`);
    return url;
  };

  const mq = await startElasticMq();
  closers.push(() => mq.close());
  const sqs = new SQSClient({ endpoint: mq.url, region: mq.region, credentials: mq.credentials });
  closers.push(async () => sqs.destroy());
  const db = await startDynamoDb();
  closers.push(() => db.close());
  const dynamo = new DynamoDBClient({ endpoint: db.url, region: db.region, credentials: db.credentials });
  closers.push(async () => dynamo.destroy());
  await createIndexTable(dynamo, TABLE);
  const indexGate = await startIndexGate(db.url);
  closers.push(() => indexGate.close());
  const bridge = await bridgeEvents({
    sqs,
    queueUrl: () => urlOf("aggregate"),
    bucket: BUCKETS.results,
    prefix: "runs/",
    suffix: "/scenario_state.json",
    unruly,
  });
  closers.push(() => bridge.close());
  const gateway = await startVersitygw({ webhook: bridge.webhook });
  closers.push(() => gateway.close());
  const s3 = new S3Client({
    endpoint: gateway.url,
    region: gateway.region,
    credentials: gateway.credentials,
    forcePathStyle: true,
  });
  closers.push(async () => s3.destroy());
  for (const Bucket of Object.values(BUCKETS)) await s3.send(new CreateBucketCommand({ Bucket }));
  const gate = await startS3Gate(gateway.url, bucketNames);
  closers.push(() => gate.close());
  for (const name of QUEUES) {
    const dead = await createQueue(sqs, `${name}-dead`, 30);
    const redrive = { deadLetterTargetArn: await arnOf(sqs, dead), maxReceiveCount: "5" };
    urls.set(`${name}-dead`, dead);
    urls.set(name, await createQueue(sqs, name, 20, redrive));
  }

  const objects = s3Tree(BUCKETS, { client: () => s3 });
  for (const [key, body] of options.stored ?? []) await objects.put(key, body);

  const base = {
    ...compileCache,
    HOME: tmpdir(),
    AWS_REGION: gateway.region,
    AWS_ACCESS_KEY_ID: gateway.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: gateway.credentials.secretAccessKey,
    AWS_EC2_METADATA_DISABLED: "true",
    AWS_ENDPOINT_URL_S3: gate.url,
    AWS_ENDPOINT_URL_SQS: mq.url,
    AWS_ENDPOINT_URL_DYNAMODB: indexGate.url,
    MEDHELM_RESULTS_BUCKET: BUCKETS.results,
    MEDHELM_INPUTS_BUCKET: BUCKETS.inputs,
    MEDHELM_DATA_BUCKET: BUCKETS.data,
    MEDHELM_MODELS_BUCKET: BUCKETS.models,
    MEDHELM_SCRATCH_BUCKET: BUCKETS.scratch,
    MEDHELM_SITE_BUCKET: BUCKETS.site,
    MEDHELM_INDEX_TABLE: TABLE,
    MEDHELM_DISPATCH_QUEUE: urlOf("dispatch"),
    MEDHELM_AGGREGATE_QUEUE: urlOf("aggregate"),
    MEDHELM_RELEASE_QUEUE: urlOf("release"),
    MEDHELM_DEAD_LETTERS: JSON.stringify(
      Object.fromEntries(
        ["dispatch", "aggregate", "release"].map((name) => [
          name,
          `arn:aws:sqs:eu-central-1:000000000000:${name}-dead`,
        ]),
      ),
    ),
    MEDHELM_JOB_PREFIX: PREFIX,
    MEDHELM_SWEEP_PACE_MS: "0",
  };

  const lambdas = new Map<FunctionName, Lambda>();
  const lambda = (name: FunctionName): Lambda => {
    const found = lambdas.get(name);
    if (found === undefined) throw new Error(`no function ${name}`);
    return found;
  };
  const temporary = mkdtempSync(join(tmpdir(), "medhelm-cloud-"));
  closers.push(async () => rmSync(temporary, { recursive: true, force: true, maxRetries: 5 }));
  const definitions = new Map(jobDefinitions(options, { ...base, TMPDIR: temporary }));
  const batch = await startBatch({
    definitions,
    log: say,
    onStateChange: async (event) => {
      const tell = () => lambda("failure").invoke(event);
      await tell().catch((error: unknown) => say(String(error)));
      if (unruly) await tell().catch((error: unknown) => say(String(error)));
    },
  });
  closers.push(() => batch.close());
  const startFunctions = ({ dist, conf }: Version, names: readonly FunctionName[]): void => {
    for (const name of names) {
      const role = roleVariable(`${name[0]?.toUpperCase()}${name.slice(1)}Role`);
      const env = { ...base, ...role, MEDHELM_CONF: conf, AWS_ENDPOINT_URL_BATCH: batch.url };
      const bundle = join(dist, "functions", name, "index.mjs");
      // a client waits for the API's answer, which is an event stream of 20 seconds at most
      const again = name === "api" ? "beside" : "behind";
      const started = startLambda({ name, bundle, env, log: say, twice: unruly ? again : undefined });
      lambdas.set(name, started);
      closers.push(() => started.close());
    }
  };
  startFunctions(options, FUNCTIONS);

  const sources: EventSource[] = [];
  const poll = (queue: string, target: FunctionName, batchSize: number): void => {
    sources.push(
      pollQueue({ sqs, queueUrl: urlOf(queue), lambda: () => lambda(target), batchSize, again: unruly, log: say }),
    );
  };
  const perCall: Readonly<Record<QueueName, number>> = { dispatch: 10, aggregate: 1, release: 1 };
  for (const name of QUEUES) {
    poll(name, name, perCall[name]);
    poll(`${name}-dead`, "failure", 10);
  }
  const sweeping = setInterval(() => {
    lambda("sweep")
      .invoke({ source: "aws.scheduler" })
      .catch((error: unknown) => say(String(error)));
  }, SWEEP_EVERY_MS);
  const http = await startGateway(() => lambda("api"));
  closers.push(() => http.close());
  return {
    api: http.url,
    s3,
    dynamo,
    batch,
    events: bridge.keys,
    refused: () => [...gate.refused, ...indexGate.refused],
    async bury(queue, body) {
      await sqs.send(new SendMessageCommand({ QueueUrl: urlOf(`${queue}-dead`), MessageBody: body }));
    },
    async deploy(version, names = FUNCTIONS) {
      const before = names.map(lambda);
      startFunctions(version, names);
      for (const [name, definition] of jobDefinitions({ ...options, ...version }, { ...base, TMPDIR: temporary }))
        definitions.set(name, definition);
      await Promise.all(before.map((one) => one.idle().then(() => one.close())));
    },
    log,
    async close() {
      clearInterval(sweeping);
      await Promise.all(sources.map((source) => source.close()));
      for (const close of closers.toReversed()) await close().catch((error: unknown) => say(String(error)));
    },
  };
}

const JOB_ROLES = { worker: "Worker", aggregate: "AggregateJob", release: "ReleaseJob", site: "SiteJob" } as const;

/** The job definitions of infra/batch.ts, each with the environment of its containers. */
function jobDefinitions(
  { dist, conf, served, secrets, jobEnvironment = {} }: CloudOptions,
  base: Readonly<Record<string, string>>,
): ReadonlyMap<string, Definition> {
  const found = new Map<string, Definition>();
  const program = (name: keyof typeof JOB_ROLES, env: Readonly<Record<string, string>>): Definition => ({
    command: process.execPath,
    args: [join(dist, "worker", `${name}.mjs`)],
    env: { ...base, ...roleVariable(JOB_ROLES[name]), MEDHELM_CONF: conf, ...env },
  });
  for (const names of subsets(Object.keys(secrets)))
    found.set(
      jobNames.cpuWorker(PREFIX, { secrets: names }),
      program("worker", Object.fromEntries(names.map((name) => [name, secrets[name] ?? ""]))),
    );
  for (const [deployment, url] of served)
    found.set(
      jobNames.gpuWorker(PREFIX, deployment),
      program("worker", { MEDHELM_SERVED: deployment, MEDHELM_SERVER_URL: url, ...jobEnvironment }),
    );
  found.set(jobNames.aggregate(PREFIX), program("aggregate", {}));
  found.set(jobNames.release(PREFIX), program("release", {}));
  found.set(jobNames.site(PREFIX), program("site", {}));
  return found;
}

function subsets(names: readonly string[]): string[][] {
  return names.reduce<string[][]>((sets, name) => [...sets, ...sets.map((set) => [...set, name])], [[]]);
}

async function createQueue(
  sqs: SQSClient,
  name: string,
  visibilityS: number,
  redrive?: { readonly deadLetterTargetArn: string; readonly maxReceiveCount: string },
): Promise<string> {
  const { QueueUrl = "" } = await sqs.send(
    new CreateQueueCommand({
      QueueName: name,
      Attributes: {
        VisibilityTimeout: String(visibilityS),
        ...(redrive === undefined ? {} : { RedrivePolicy: JSON.stringify(redrive) }),
      },
    }),
  );
  return QueueUrl;
}

async function arnOf(sqs: SQSClient, url: string): Promise<string> {
  const { Attributes } = await sqs.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ["QueueArn"] }));
  return Attributes?.["QueueArn"] ?? "";
}
