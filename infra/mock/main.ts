// Runs sst.config.ts with sst's own components under Pulumi's mocks, without AWS, an account or state. It records the resources
// that a deployment would create and writes them to the file of its first argument. scripts/infra-program.ts bundles and starts it.
//
// Limits: AWS checks nothing; getPolicyDocument returns the statements in Pulumi's spelling.
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import * as aws from "@pulumi/aws";
import * as pulumi from "@pulumi/pulumi";
import * as random from "@pulumi/random";

interface Recorded {
  type: string;
  name: string;
  inputs: Record<string, unknown>;
  retainOnDelete?: boolean;
  protect?: boolean;
}
interface Rpc {
  method: string;
  params: unknown[];
}

const ACCOUNT = "123456789012";
const REGION = "eu-central-1";
const [outFile = "", root = "", stage = "test", work = ""] = process.argv.slice(2);

const resources: Recorded[] = [];
const builds: unknown[] = [];

/** Replaces the server of sst, from which components request the bootstrap buckets and bundles. */
const server = createServer(async (request, response) => {
  let text = "";
  for await (const chunk of request) text += chunk;
  const { method, params }: Rpc = JSON.parse(text);
  if (method === "Runtime.Build") builds.push(params[0] ?? params);
  response.end(JSON.stringify({ result: answer(method) }));
});

function answer(method: string) {
  if (method === "Provider.Aws.Bootstrap")
    return {
      asset: "asset-bucket",
      state: "state-bucket",
      assetEcrRegistryId: ACCOUNT,
      assetEcrUrl: "",
      appsyncHttp: "",
      appsyncRealtime: "",
    };
  if (method === "Runtime.Build") return { handler: "index.handler", out: bundle, errors: [], sourcemaps: [] };
  return {};
}

const bundle = join(work, "bundle");
mkdirSync(bundle, { recursive: true });
writeFileSync(join(bundle, "index.mjs"), "export const handler = () => {};\n");

await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
if (address === null || typeof address === "string") throw new Error("the stand-in for the server of sst has no port");
const rpc = `http://127.0.0.1:${address.port}`;
process.env.SST_SERVER = rpc;

pulumi.runtime.setMocks(
  {
    newResource({ type, name, inputs, custom }) {
      if (custom !== false) record(type, name).inputs = inputs;
      return { id: `${name}-id`, state: stateOf(type, name, inputs) };
    },
    call({ token, inputs }) {
      if (token === "aws:index/getRegion:getRegion") return { name: REGION, region: REGION, id: REGION };
      if (token === "aws:index/getCallerIdentity:getCallerIdentity")
        return { accountId: ACCOUNT, arn: `arn:aws:iam::${ACCOUNT}:root`, userId: "x" };
      if (token === "aws:index/getPartition:getPartition")
        return { partition: "aws", dnsSuffix: "amazonaws.com", id: "aws" };
      if (token === "aws:index/getAvailabilityZones:getAvailabilityZones")
        return { names: ["a", "b", "c"].map((zone) => `${REGION}${zone}`), zoneIds: [], id: REGION };
      if (token === "aws:iam/getPolicyDocument:getPolicyDocument")
        return { ...inputs, json: JSON.stringify({ Version: "2012-10-17", Statement: inputs.statements ?? [] }) };
      return inputs;
    },
  },
  "medhelm",
  stage,
  false,
);

/** Finds or adds a record. The transformation sees a resource before the mocks; both identify it by type and name. */
function record(type: string, name: string): Recorded {
  const known = resources.find((resource) => resource.type === type && resource.name === name);
  if (known !== undefined) return known;
  const resource: Recorded = { type, name, inputs: {} };
  resources.push(resource);
  return resource;
}

function stateOf(type: string, name: string, inputs: Record<string, unknown>) {
  const [, service = "x"] = type.split(":");
  const kind = type.split(":")[2] ?? "";
  const given = typeof inputs.name === "string" ? inputs.name : name;
  return {
    ...inputs,
    name: given,
    arn: arnOf(service.split("/")[0] ?? service, kind, given),
    url: `https://sqs.${REGION}.amazonaws.com/${ACCOUNT}/${name}`,
    bucket: inputs.bucket ?? name,
    bucketRegionalDomainName: `${name}.s3.${REGION}.amazonaws.com`,
    domainName: `${name}.example.net`,
    apiEndpoint: "https://api.example.net",
    invokeArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:invoke:${name}`,
    executionArn: `arn:aws:execute-api:${REGION}:${ACCOUNT}:${name}`,
    latestVersion: 1,
    hex: "abcdef0123456789",
    base64: "QUJD",
    b64Std: "QUJD",
    result: kind === "RandomPassword" ? `secret of ${name}` : "abcdefgh",
    region: REGION,
    etag: "e",
    hostedZoneId: "Z",
    zoneId: "Z",
    // the record by which the owner of a domain proves it
    domainValidationOptions: [
      {
        domainName: inputs.domainName,
        resourceRecordName: `_proof.${String(inputs.domainName)}`,
        resourceRecordType: "CNAME",
        resourceRecordValue: "_proof.acm-validations.aws",
      },
    ],
    version: "1",
    qualifiedArn: `arn:aws:lambda:${REGION}:${ACCOUNT}:function:${name}:1`,
    keyValueStoreArn: `arn:aws:cloudfront::${ACCOUNT}:key-value-store/${name}`,
  };
}

/** ARNs in the form of AWS, as far as a test reads them: that of a bucket has neither region nor account. */
function arnOf(service: string, kind: string, name: string) {
  if (service === "s3") return `arn:aws:s3:::${name}`;
  if (service === "batch" && kind === "JobQueue") return `arn:aws:batch:${REGION}:${ACCOUNT}:job-queue/${name}`;
  if (kind === "LogGroup") return `arn:aws:logs:${REGION}:${ACCOUNT}:log-group:${name}`;
  if (service === "iam") return `arn:aws:iam::${ACCOUNT}:${kind.toLowerCase()}/${name}`;
  return `arn:aws:${service}:${REGION}:${ACCOUNT}:${name}`;
}

const platform = join(root, ".sst/platform");
Object.assign(globalThis, { aws, random, $dev: false });
// The modules below read these globals when they load.
const { default: config } = await import("../../sst.config.ts");
const app = await config.app({ stage });
Object.assign(globalThis, {
  $app: { ...app, stage },
  $cli: {
    command: "deploy",
    rpc,
    paths: { home: work, root, work, platform },
    home: "aws",
    state: { version: {} },
  },
});
const components = await import("../../.sst/platform/src/components/index");
const { run } = await import("../../.sst/platform/src/auto/run");
Object.assign(globalThis, { sst: components });

let outputs: unknown;
await pulumi.runtime.runInPulumiStack(async () => {
  outputs = await run(async () => {
    // runs after the transformations of sst, which decide what is retained
    pulumi.runtime.registerStackTransformation(({ type, name, opts }) => {
      if (opts.retainOnDelete || opts.protect)
        Object.assign(record(type, name), { retainOnDelete: opts.retainOnDelete, protect: opts.protect });
      return undefined;
    });
    return config.run();
  });
  return outputs;
});
await pulumi.runtime.disconnect(); // waits for every call, including later calls inside `apply`
server.close();
server.closeAllConnections();
writeFileSync(outFile, JSON.stringify({ app, resources, builds }));
