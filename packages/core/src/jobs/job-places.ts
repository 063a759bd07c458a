import type { JobRequest } from "../ports.ts";
import { foldedName } from "../run/spec/run-name.ts";
import { sha256Hex } from "../store/canonical.ts";
import { UserError } from "../user-error.ts";

/**
 * Names of job definitions and queues in AWS Batch. No other file builds them: infra/ creates these resources, and the
 * Batch adapter uses them. `prefix` is the stack's (MEDHELM_JOB_PREFIX), e.g. "medhelm-dev".
 */
export const jobNames = {
  cpuWorker: (prefix: string, { secrets = [], organisation }: Pick<JobRequest, "secrets" | "organisation"> = {}) =>
    jobName(prefix, ["worker", "cpu", ...secrets.toSorted()], organisation),
  /** `served`: the deployment whose weights the job's GPUs load */
  gpuWorker: (prefix: string, served: string, organisation?: string) =>
    jobName(prefix, ["worker", served], organisation),
  aggregate: (prefix: string) => jobName(prefix, ["aggregate"]),
  release: (prefix: string) => jobName(prefix, ["release"]),
  site: (prefix: string) => jobName(prefix, ["site"]),
  /** Copies weights from the hub to the models bucket. The operator starts it. */
  pullWeights: (prefix: string) => jobName(prefix, ["pull", "weights"]),
  cpuQueue: (prefix: string) => jobName(prefix, ["cpu"]),
  gpuQueue: (prefix: string, gpuClass: string) => `${prefix}-${gpuClass}`,
} as const;

/** Whether a queue, by its name or ARN, has machines without GPUs. */
export const isCpuQueue = (queue: string): boolean => queue.endsWith(jobNames.cpuQueue(""));

export interface JobPlace {
  /** name of the job definition */
  readonly definition: string;
  /** name of the job queue */
  readonly queue: string;
  /**
   * The container whose environment the job request overrides, if the definition has several (ecsProperties). Absent if it has one
   * (containerProperties).
   */
  readonly container?: "worker";
  /** The share of the queue that the jobs of an owner or of a pool use. Every queue divides its machines fairly between shares, so every job needs one. */
  readonly shareIdentifier: string;
}

/**
 * Returns where a job runs. `gpuClassOf` maps each deployment with `served` to its GPU class
 * (conf/model_deployments.yaml).
 * @throws UserError for a deployment that this service does not serve
 */
export function jobPlace(
  request: JobRequest,
  { prefix, gpuClassOf }: { readonly prefix: string; readonly gpuClassOf: ReadonlyMap<string, string> },
): JobPlace {
  const { definition, served, secrets, organisation, owner, pool } = request;
  const share = {
    shareIdentifier: pool === undefined ? shareIdentifier(owner) : poolShare(pool, gpuClassOf),
  };
  const cpu = { queue: jobNames.cpuQueue(prefix), ...share };
  if (definition !== "worker") return { definition: jobNames[definition](prefix), ...cpu };
  if (served === undefined)
    return { definition: jobNames.cpuWorker(prefix, secretsAndOrganisation(secrets, organisation)), ...cpu };
  if (secrets !== undefined && secrets.length > 0)
    throw new Error(`a job that serves ${served} may not read a provider's secret: ${secrets.join(", ")}`);
  const gpuClass = gpuClassOf.get(served);
  if (gpuClass === undefined)
    throw new UserError(
      `${served} is not served here: give it \`served\` in conf/model_deployments.yaml and deploy again`,
    );
  return {
    definition: jobNames.gpuWorker(prefix, served, organisation),
    queue: jobNames.gpuQueue(prefix, gpuClass),
    container: "worker",
    ...share,
  };
}

/** A queue of AWS Batch accepts at most 500 identifiers of active jobs, and fails the jobs of the 501st: these, FURTHER_SHARE and "service". */
const OWNER_SHARES = 400;
const POOL_SHARES = 90;

/** The share of all further workers of pools. The scheduling policy gives it the least weight (infra/fair-share.ts). */
export const FURTHER_SHARE = "further";

/**
 * The share of a pool's first worker. The pools of a queue have different shares, so that a pool does not wait for another one in which the same
 * owner waits. The place among the deployments of its class is its number.
 */
function poolShare(
  { deployment, isFurther }: NonNullable<JobRequest["pool"]>,
  gpuClassOf: ReadonlyMap<string, string>,
): string {
  if (isFurther) return FURTHER_SHARE;
  const gpuClass = gpuClassOf.get(deployment);
  const ofClass = [...gpuClassOf].flatMap(([name, its]) => (its === gpuClass ? [name] : [])).toSorted();
  return `pool${ofClass.indexOf(deployment) % POOL_SHARES}`;
}

/** The share of an owner's jobs, or of the service's own jobs. Some owners have the same share when there are many owners. */
export function shareIdentifier(owner?: string): string {
  if (owner === undefined) return "service";
  return `owner${Number.parseInt(sha256Hex(owner).slice(0, 12), 16) % OWNER_SHARES}`;
}

/** Joins the parts with "-". Parts contain no "-", so "-org-" always comes from this function. */
function jobName(prefix: string, parts: readonly string[], organisation?: string): string {
  const all = organisation === undefined ? parts : [...parts, "org", organisation];
  const name = [prefix, ...all.map((part) => part.replaceAll(/[^A-Za-z0-9]/g, "_"))].join("-");
  if (name.length > 128)
    throw new UserError(`${name}: AWS Batch allows names of at most 128 characters; shorten a name`);
  return name;
}

function secretsAndOrganisation(secrets: readonly string[] | undefined, organisation: string | undefined) {
  return { ...(secrets && { secrets }), ...(organisation !== undefined && { organisation }) };
}

/**
 * Refuses two configured names that differ in punctuation or capital letters only: they would share a job definition or a role.
 * @throws UserError naming both
 */
export function checkDistinct(named: readonly { readonly what: string; readonly name: string }[]): void {
  const seen = new Map<string, string>();
  for (const { what, name } of named) {
    const other = seen.get(foldedName(name));
    if (other !== undefined) throw new UserError(`${other} and ${what} both give the name ${name}; rename one of them`);
    seen.set(foldedName(name), what);
  }
}
