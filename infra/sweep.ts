// Sweep: events may be lost, so every 5 minutes the sweep compares the objects with the work in progress and sends missing messages.
// It also builds the index of a stack that an earlier version wrote, or whose table was lost.
import { service } from "./conf.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canRead, canSeeJobs, canSend, canUseIndex, canWrite } from "./permissions.ts";
import { aggregate, dispatch, release } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, results, scratch } from "./storage.ts";

export const sweep = new sst.aws.Function(
  "Sweep",
  lambda({
    name: "sweep",
    reserved: service.reservedConcurrency.Sweep,
    timeoutS: 240,
    environment: {
      ...bucketNames,
      ...indexTableName,
      ...siteBucketName,
      MEDHELM_DISPATCH_QUEUE: dispatch.queue.url,
      MEDHELM_AGGREGATE_QUEUE: aggregate.queue.url,
      MEDHELM_RELEASE_QUEUE: release.queue.url,
      MEDHELM_JOB_PREFIX: jobPrefix,
    },
    permissions: [
      ...canRead(results, "submissions/", "jobs/", "runs/"),
      ...canWrite(results, "submissions/"),
      ...canRead(scratch, "work/"),
      // to build the index: suites, charges, the states of releases, and the owners of API keys, whose objects have hashes only
      ...canRead(results, "suites/", "owners/", "keys/", "releases/", "release-requests/", "release-failures/"),
      ...canRead(siteBucket, "r/"),
      ...canUseIndex(indexTable, [
        "open",
        "submissions",
        "submission/*", // to correct states and to end a submission
        "owner/*", // to settle the dollars of an ended submission
        "suite/*", // to add a submission whose API request was cut off
        "jobs/*", // shows which jobs are about to start
        "waiting/*", // to end the wait for a seal
        "releases/*", // shows which releases have no site yet
        "releases",
        "suites", // to build the index
        "reindex", // where the last call stopped to build it
        "index", // whether it is built
      ]),
      ...canSend(dispatch.queue, aggregate.queue, release.queue),
      ...canSeeJobs,
    ],
  }),
);

new sst.aws.CronV2("EveryFiveMinutes", {
  schedule: "rate(5 minutes)",
  retries: 0, // the next sweep is the retry
  function: sweep.arn,
});
