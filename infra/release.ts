// Release: makes an immutable leaderboard of suites under releases/ and starts the site job, which builds its pages.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { cpuQueue } from "./cpu-machines.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canRead, canSeeJobs, canSubmit, canUseIndex, canWrite } from "./permissions.ts";
import { atMost, release, timeoutsS } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, inputs, results, scratch } from "./storage.ts";

release.queue.subscribe(
  lambda({
    name: "release",
    timeoutS: timeoutsS.release,
    memory: "2048 MB",
    environment: { ...bucketNames, ...indexTableName, ...siteBucketName, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...canRead(results, "release-requests/", "runs/", "releases/"),
      ...canRead(scratch, "work/"), // holds the reason why a run is missing
      ...canRead(siteBucket, "r/"), // shows whether the site exists
      ...canRead(inputs, "inputs/"), // may hold the user's schema
      ...canWrite(results, "releases/", "release-failures/"),
      ...canDelete(results, "releases/", "release-failures/"), // the function builds a release in another folder, then moves it; it also deletes the record of an earlier failure
      ...canUseIndex(indexTable, ["releases", "releases/published", "owner/*"]), // the state of the release
      ...canSubmit([jobNames.site(jobPrefix)], [cpuQueue.arn]),
      ...canSeeJobs,
    ],
  }),
  { batch: { size: 1, partialResponses: true }, transform: atMost(5) },
);
