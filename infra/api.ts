// The API: one Lambda with Hono behind API Gateway v2. The gateway ends an event stream after 30 seconds; clients resume it
// with Last-Event-ID, as after any lost connection.
import type { Measured } from "./alarm.ts";
import { service } from "./conf.ts";
import { edgeKeys } from "./edge-key.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { canDelete, canRead, canSend, canUseIndex, canWrite } from "./permissions.ts";
import { aggregate, dispatch, release } from "./queue.ts";
import { site, siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, inputs, results, scratch } from "./storage.ts";

export const api = new sst.aws.ApiGatewayV2("Api", {
  cors: false, // clients are command lines and CI jobs
  accessLog: { retention: "1 month" },
  transform: {
    // a limit for all clients together, twice what 1,000 waiting clients send (bench/scale); the API itself limits each key
    stage: { defaultRouteSettings: { throttlingRateLimit: 300, throttlingBurstLimit: 600 } },
  },
});

const route = api.route(
  "$default",
  lambda({
    name: "api",
    reserved: service.reservedConcurrency.Api,
    timeoutS: 29,
    memory: "1024 MB",
    environment: {
      ...bucketNames,
      ...indexTableName,
      ...siteBucketName,
      MEDHELM_SITE_URL: site.url,
      MEDHELM_EDGE_KEY: edgeKeys,
      MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
      MEDHELM_RELEASE_QUEUE: release.queue.url,
      MEDHELM_AGGREGATE_QUEUE: aggregate.queue.url,
    },
    permissions: [
      ...canRead(results, "submissions/", "owners/", "suites/", "keys/", "audit/", "runs/", "releases/"),
      ...canRead(results, "release-requests/", "release-failures/", "dead-letters/"),
      ...canWrite(results, "submissions/", "owners/", "suites/", "keys/", "audit/", "release-requests/"),
      ...canDelete(results, "release-failures/", "dead-letters/"), // when someone requests the release, or sends the letter, again
      ...canRead(inputs, "inputs/"),
      ...canWrite(inputs, "inputs/"), // a presigned upload acts with this role
      ...canRead(scratch, "work/"),
      ...canRead(siteBucket, "r/"),
      ...canUseIndex(indexTable, [
        "submissions",
        "submission/*",
        "open",
        "owner/*",
        "suites",
        "suite/*",
        "releases",
        "releases/*",
        "index", // whether it is built; the first request to a new service records that
      ]),
      ...canSend(dispatch.queue, release.queue, aggregate.queue),
    ],
  }),
);
export const apiFunction = route.nodes.function;

export const ofApi: Measured = { namespace: "AWS/ApiGateway", dimensions: { ApiId: api.nodes.api.id } };
