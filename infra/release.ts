// Release: suites become an immutable leaderboard under releases/, and the site job builds its pages.
import { jobNames } from "@medhelm/core/jobs/job-places";
import { cpuQueue } from "./cpu-machines.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canRead, canSeeJobs, canSubmit, canWrite } from "./permissions.ts";
import { atMost, release, timeoutsS } from "./queue.ts";
import { siteBucket, siteBucketName } from "./site.ts";
import { bucketNames, inputs, results, scratch } from "./storage.ts";

release.queue.subscribe(
  lambda({
    name: "release",
    timeoutS: timeoutsS.release,
    memory: "2048 MB",
    environment: { ...bucketNames, ...siteBucketName, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...canRead(results, "release-requests/", "runs/", "releases/"),
      ...canRead(scratch, "work/"), // why a run is missing
      ...canRead(siteBucket, "r/"), // whether its site is there
      ...canRead(inputs, "inputs/"), // a schema of one's own
      ...canWrite(results, "releases/", "release-failures/"),
      ...canDelete(results, "releases/", "release-failures/"), // built aside, then moved into place; a failure mended
      ...canSubmit([jobNames.site(jobPrefix)], [cpuQueue.arn]),
      ...canSeeJobs,
    ],
  }),
  { batch: { size: 1, partialResponses: true }, transform: atMost(5) },
);
