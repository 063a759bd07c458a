import type { JobRequest } from "@medhelm/core/ports";
import { secretsOf } from "@medhelm/core/models/credentials";
import type { Deployment } from "@medhelm/core/models/deployment";
import { type JobRecord, jobName } from "@medhelm/core/jobs/job";
import type { StoredSubmission } from "@medhelm/core/submission";
import { asksOf } from "./job-asks.ts";

type Run = StoredSubmission["runs"][number];

/** Finds a deployment in the service's configuration; undefined for built-in models. */
export type FindDeployment = (name: string) => Deployment | undefined;

/** on: pools ask for the job's runs; server: pools cannot ask for them, so that the job asks a served model itself. */
export type UseOfPools = "on" | "server";

/**
 * Describes a job with only the resources that it needs. A served deployment needs GPUs and no provider key. Any other one needs the keys of the
 * providers that it calls, its hosted judges included. `runs` are the job's runs, of at most one organisation. Without `find` one machine does it all.
 */
export function jobRequest(
  record: JobRecord,
  submission: StoredSubmission,
  runs: readonly Run[],
  find: FindDeployment | undefined,
  { pools }: { readonly pools?: UseOfPools | undefined } = {},
): JobRequest {
  const organisation = find && runs.find((run) => run.organisation !== undefined)?.organisation;
  const isOnGpus = pools !== "on" && find?.(record.deployment)?.served !== undefined;
  const request = {
    name: jobName(record),
    definition: "worker" as const,
    environment: {
      MEDHELM_SUBMISSION: record.submission,
      MEDHELM_DEPLOYMENT: record.deployment,
      MEDHELM_ROLE: record.role,
      ...(isOnGpus ? { MEDHELM_JOB_NAME: jobName(record) } : {}),
      ...(organisation === undefined ? {} : { MEDHELM_ORGANISATION: organisation }),
      ...(pools === undefined ? {} : { MEDHELM_POOLS: pools }),
      ...(record.givenUp === undefined ? {} : { MEDHELM_GIVEN_UP: record.givenUp }),
    },
  };
  if (find === undefined) {
    const asks = JSON.stringify(asksOf(record, submission));
    return { ...request, environment: { ...request.environment, MEDHELM_ASKS: asks } };
  }
  return {
    ...request,
    owner: submission.owner,
    ...(organisation === undefined ? {} : { organisation }),
    ...(isOnGpus ? gpuPlace(record.deployment, runs, find) : cpuPlace(record.deployment, runs, find)),
  };
}

function gpuPlace(
  deployment: string,
  runs: readonly Run[],
  find: FindDeployment,
): Pick<JobRequest, "served" | "arraySize"> {
  const arraySize = Math.min(runs.length, find(deployment)?.served?.replicas ?? 1);
  return { served: deployment, ...(arraySize < 2 ? {} : { arraySize }) };
}

function cpuPlace(deployment: string, runs: readonly Run[], find: FindDeployment): Pick<JobRequest, "secrets"> {
  const asked = new Set([deployment, ...runs.flatMap(({ judges = [] }) => judges)]);
  const secrets = new Set([...asked].flatMap((name) => secretsAt(find(name))));
  return secrets.size === 0 ? {} : { secrets: [...secrets].toSorted() };
}

/** Returns the names of the environment variables with a hosted deployment's key and headers. */
const secretsAt = (deployment: Deployment | undefined): string[] =>
  deployment === undefined || deployment.served !== undefined ? [] : secretsOf(deployment);
