// Sweep: events may be lost, so every 5 minutes the sweep compares the objects with the work in progress and sends missing messages.
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canList, canRead, canSeeJobs, canSend, canUseIndex, canWrite } from "./permissions.ts";
import { aggregate, dispatch, release } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, inputs, results, scratch } from "./storage.ts";

export const sweep = new sst.aws.Function(
  "Sweep",
  lambda({
    name: "sweep",
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
      ...canRead(results, "submissions/", "jobs/", "runs/", "releases/", "release-requests/", "release-failures/"),
      ...canWrite(results, "submissions/"),
      ...canDelete(results, "submissions/.open/"), // to close a finished submission
      ...canList(inputs),
      ...canDelete(inputs, "inputs/"), // to delete expired uploads
      ...canRead(siteBucket, "r/"), // shows which releases have a site
      ...canRead(scratch, "work/"),
      ...canUseIndex(indexTable, [
        "open",
        "submissions",
        "submission/*", // to correct states and to end a submission
        "owner/*", // to settle the dollars of an ended submission
        "suite/*", // to add a submission whose API request was cut off
        "waiting/*", // to repair the wait for a seal
        "releases",
        "releases/*", // to correct the state of a release
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
