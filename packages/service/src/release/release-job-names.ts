import { sha256Hex } from "@medhelm/core/store/canonical";

/** The name of the job that builds a release's files. */
export const releaseJobName = (release: string, attempt: number): string => jobName("release", release, attempt);

/** The name of the array job that loads the runs of a large release. */
export const shardsJobName = (release: string, attempt: number): string => jobName("shards", release, attempt);

/** The name of the job that builds a release's site. */
export const siteJobName = (release: string, attempt: number): string => jobName("site", release, attempt);

/**
 * AWS Batch allows only letters, digits, "-" and "_" in the name of a job, but the name of a release may also contain ".". The hash
 * distinguishes "v1.0" from "v1_0".
 */
function jobName(kind: "release" | "shards" | "site", release: string, attempt: number): string {
  return `${kind}-${release.replaceAll(".", "_")}-${sha256Hex(release).slice(0, 12)}-${attempt}`;
}

/** The start that the names of all releases with this job name have in common; undefined for a job of another kind. */
export function startOfRelease(job: string): { readonly start: string; readonly attempt: number } | undefined {
  const [, name, attempt] = /^(?:release|shards|site)-(.+)-[0-9a-f]{12}-(\d+)$/.exec(job) ?? [];
  return name === undefined ? undefined : { start: name.split("_", 1)[0] ?? "", attempt: Number(attempt) };
}

export const isJobOf = (job: string, release: string, attempt: number): boolean =>
  [releaseJobName, shardsJobName, siteJobName].some((nameOf) => nameOf(release, attempt) === job);
