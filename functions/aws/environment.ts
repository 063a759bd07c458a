import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export type Env = Readonly<Record<string, string | undefined>>;

const set = z.string().min(1);

/** The buckets of the object tree (infra/storage.ts, infra/site.ts). */
export const Buckets = z.object({
  MEDHELM_RESULTS_BUCKET: set,
  MEDHELM_INPUTS_BUCKET: set,
  MEDHELM_DATA_BUCKET: set,
  MEDHELM_SCRATCH_BUCKET: set,
});
export const SiteBucket = z.object({ MEDHELM_SITE_BUCKET: set });
export const ModelsBucket = z.object({ MEDHELM_MODELS_BUCKET: set });

/** The table of the index (infra/index-table.ts). */
export const IndexTable = z.object({ MEDHELM_INDEX_TABLE: set });

/** Addresses of the queues. */
export const DispatchQueue = z.object({ MEDHELM_DISPATCH_QUEUE: z.url() });
export const AggregateQueue = z.object({ MEDHELM_AGGREGATE_QUEUE: z.url() });
export const ReleaseQueue = z.object({ MEDHELM_RELEASE_QUEUE: z.url() });

/**
 * The keys of infra/edge-key.ts with commas between them, one of which CloudFront adds to each request. Absent only in tests without
 * CloudFront.
 */
export const EdgeKey = z.object({
  MEDHELM_EDGE_KEY: z
    .string()
    .transform((keys) => keys.split(","))
    .pipe(z.array(z.string().min(32)))
    .optional(),
});

/** The prefix of the names of job definitions and job queues (core/jobs/job-places.ts). */
export const Jobs = z.object({ MEDHELM_JOB_PREFIX: set });

/** The folder of the service's configuration: conf/ in the folder of the code. */
export const Conf = z.object({ MEDHELM_CONF: set });

/**
 * Reads an entry point's environment. An empty variable counts as missing.
 * @param what the function's name, e.g. "dispatch"
 * @throws UserError naming all variables that are missing or invalid
 */
export function readEnvironment<Shape extends z.ZodRawShape>(
  what: string,
  environment: z.ZodObject<Shape>,
  env: Env,
): z.infer<z.ZodObject<Shape>> {
  const parsed = environment.safeParse(env);
  if (parsed.success) return parsed.data;
  const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))];
  const isMissing = (name: string): boolean => (env[name] ?? "") === "";
  const missing = names.filter(isMissing);
  // the log gets this sentence, and no log has a key
  const shown = (name: string): string => (name === "MEDHELM_EDGE_KEY" ? name : `${name}=${env[name]}`);
  const wrong = names.filter((name) => !isMissing(name)).map(shown);
  const problems = [
    ...(missing.length === 0 ? [] : [`${missing.join(", ")} must be set in its environment`]),
    ...(wrong.length === 0 ? [] : [`${wrong.join(", ")} cannot be used`]),
  ];
  throw new UserError(`${what}: ${problems.join("; ")}; see infra/`);
}
