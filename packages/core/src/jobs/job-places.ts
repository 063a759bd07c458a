import type { JobRequest } from "../ports.ts";
import { UserError } from "../user-error.ts";

/**
 * Names of job definitions and queues in AWS Batch: the one place where they are spelled. infra/ makes what stands here, the Batch
 * adapter asks for it. `prefix` is the stack's (MEDHELM_JOB_PREFIX), e.g. "medhelm-dev".
 */
export const jobNames = {
  cpuWorker: (prefix: string, { secrets = [], organisation }: Pick<JobRequest, "secrets" | "organisation"> = {}) =>
    jobName(prefix, ["worker", "cpu", ...secrets.toSorted()], organisation),
  /** `served`: the deployment whose weights the job's own GPUs hold */
  gpuWorker: (prefix: string, served: string, organisation?: string) =>
    jobName(prefix, ["worker", served], organisation),
  aggregate: (prefix: string) => jobName(prefix, ["aggregate"]),
  site: (prefix: string) => jobName(prefix, ["site"]),
  /** from the hub into the models bucket, started by the operator */
  pullWeights: (prefix: string) => jobName(prefix, ["pull", "weights"]),
  cpuQueue: (prefix: string) => jobName(prefix, ["cpu"]),
  gpuQueue: (prefix: string, gpuClass: string) => `${prefix}-${gpuClass}`,
} as const;

export interface JobPlace {
  /** name of the job definition */
  readonly definition: string;
  /** name of the job queue */
  readonly queue: string;
  /** the definition has several containers (ecsProperties): whose environment a submission overrides; absent: containerProperties */
  readonly container?: "worker";
  /** whose share of the queue: every queue shares its machines fairly, so every job names one */
  readonly shareIdentifier: string;
}

/** `gpuClassOf`: the GPU class of each deployment with `served` (conf/model_deployments.yaml). */
export function jobPlace(
  { definition, served, secrets, organisation, owner }: JobRequest,
  { prefix, gpuClassOf }: { readonly prefix: string; readonly gpuClassOf: ReadonlyMap<string, string> },
): JobPlace {
  const share = { shareIdentifier: shareIdentifier(owner) };
  const cpu = { queue: jobNames.cpuQueue(prefix), ...share };
  if (definition !== "worker") return { definition: jobNames[definition](prefix), ...cpu };
  if (served === undefined)
    return { definition: jobNames.cpuWorker(prefix, secretsAndOrganisation(secrets, organisation)), ...cpu };
  if (secrets !== undefined && secrets.length > 0)
    throw new Error(`a job that serves ${served} holds no provider's secret, not ${secrets.join(", ")}`);
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

/** Batch takes letters and digits only, at most 255: every other character, and Z itself, is Z and its code in hex. */
export function shareIdentifier(owner = "service"): string {
  return owner.replace(/[^A-Ya-z0-9]/g, (character) => `Z${character.charCodeAt(0).toString(16)}`).slice(0, 255);
}

/** Parts are joined by "-" and hold none, so that "-org-" can only be ours. */
function jobName(prefix: string, parts: readonly string[], organisation?: string): string {
  const all = organisation === undefined ? parts : [...parts, "org", organisation];
  const name = [prefix, ...all.map((part) => part.replaceAll(/[^A-Za-z0-9]/g, "_"))].join("-");
  if (name.length > 128)
    throw new UserError(`${name}: AWS Batch takes names of at most 128 characters; shorten a name`);
  return name;
}

function secretsAndOrganisation(secrets: readonly string[] | undefined, organisation: string | undefined) {
  return { ...(secrets && { secrets }), ...(organisation !== undefined && { organisation }) };
}

/**
 * Two names of conf that differ in punctuation alone would share a definition, and with it a role: refused when the stack is made.
 * @throws UserError naming both
 */
export function checkDistinct(named: readonly { readonly what: string; readonly name: string }[]): void {
  const seen = new Map<string, string>();
  for (const { what, name } of named) {
    const other = seen.get(name);
    if (other !== undefined) throw new UserError(`${other} and ${what} both give the name ${name}; rename one of them`);
    seen.set(name, what);
  }
}
