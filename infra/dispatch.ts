// Dispatch: starts a Batch job for each message (submission, deployment, role).
import { service } from "./conf.ts";
import { indexTable, indexTableName } from "./index-table.ts";
import { jobQueueArns } from "./job-queues.ts";
import { lambda } from "./lambda.ts";
import { jobPrefix } from "./names.ts";
import { canDelete, canEndJobs, canRead, canSeeJobs, canSubmit, canUseIndex, canWrite } from "./permissions.ts";
import { atMost, dispatch, timeoutsS } from "./queue.ts";
import { bucketNames, results, scratch } from "./storage.ts";

const subscriber = dispatch.queue.subscribe(
  lambda({
    name: "dispatch",
    reserved: service.reservedConcurrency.Dispatch,
    timeoutS: timeoutsS.dispatch,
    environment: { ...bucketNames, ...indexTableName, MEDHELM_JOB_PREFIX: jobPrefix },
    permissions: [
      ...canRead(results, "submissions/", "jobs/", "runs/"),
      ...canWrite(results, "submissions/", "jobs/"),
      ...canRead(scratch, "work/"),
      // to remove the runs that a pool cannot answer, with the reason
      ...(service.pools ? [...canWrite(scratch, "work/"), ...canDelete(scratch, "work/")] : []),
      ...canUseIndex(indexTable, [
        "jobs/*", // to claim the start of a job
        "submission/*", // to record runs that cannot start
        "waiting/*", // to end the wait of such a run
        "starts", // to claim the start of a pool's job
      ]),
      ...canSubmit([`${jobPrefix}-worker-*`], jobQueueArns),
      ...canSeeJobs,
      ...canEndJobs(),
    ],
  }),
  { batch: { size: 10, partialResponses: true }, transform: atMost(10) },
);
export const dispatchFunction = subscriber.nodes.function;
