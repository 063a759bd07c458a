// Release: starts the jobs of a release. The release job makes an immutable leaderboard of suites under releases/; then the site job
// builds its pages.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { service } from "./conf.ts";
import { cpuQueue } from "./cpu-machines.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canRead, canSeeJobs, canSubmit, canUseIndex, canWrite } from "./permissions.ts";
import { atMost, release, timeoutsS } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, results } from "./storage.ts";

const subscriber = release.queue.subscribe(
  lambda({
    name: "release",
    reserved: service.reservedConcurrency.Release,
    timeoutS: timeoutsS.release,
    environment: { ...bucketNames, ...indexTableName, ...siteBucketName, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...canRead(results, "release-requests/", "releases/"), // shows which step is next
      ...canRead(siteBucket, "r/"), // shows whether the site exists
      ...canWrite(results, "release-failures/"),
      ...canDelete(results, "release-failures/"), // the record of an earlier failure
      ...canUseIndex(indexTable, ["releases", "releases/*", "owner/*", "starts"]), // the state of the release, and the claims of its jobs
      ...canSubmit([jobNames.release(jobPrefix), jobNames.site(jobPrefix)], [cpuQueue.arn]),
      ...canSeeJobs,
    ],
  }),
  { batch: { size: 1, partialResponses: true }, transform: atMost(5) },
);
export const releaseFunction = subscriber.nodes.function;
