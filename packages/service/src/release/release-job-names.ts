import { sha256Hex } from "@medhelm/core/store/canonical";

/** The name of the job that builds a release's files. A new request of a failed release has a series of jobs of its own. */
export const releaseJobName = (release: string, request: string, attempt: number): string =>
  jobName("release", release, `${release} ${request}`, attempt);

/** The name of the array job that loads the runs of a large release. */
export const shardsJobName = (release: string, request: string, attempt: number): string =>
  jobName("shards", release, `${release} ${request}`, attempt);

/** The name of the job that builds a release's site. */
export const siteJobName = (release: string, request: string, attempt: number): string =>
  jobName("site", release, `${release} ${request}`, attempt);

/**
 * AWS Batch allows only letters, digits, "-" and "_" in the name of a job, but the name of a release may also contain ".". The hash
 * distinguishes "v1.0" from "v1_0".
 */
function jobName(kind: "release" | "shards" | "site", release: string, hashed: string, attempt: number): string {
  return `${kind}-${release.replaceAll(".", "_")}-${sha256Hex(hashed).slice(0, 12)}-${attempt}`;
}

/** The start that the names of all releases with this job name have in common; undefined for a job of another kind. */
export function startOfRelease(job: string): { readonly start: string; readonly attempt: number } | undefined {
  const [, name, attempt] = /^(?:release|shards|site)-(.+)-[0-9a-f]{12}-(\d+)$/.exec(job) ?? [];
  return name === undefined ? undefined : { start: name.split("_", 1)[0] ?? "", attempt: Number(attempt) };
}

/** Whether the job belongs to this release. `request`: the identity of its stored request. */
export function isJobOf(job: string, release: string, request: string, attempt: number): boolean {
  const names = [
    releaseJobName(release, request, attempt),
    shardsJobName(release, request, attempt),
    siteJobName(release, request, attempt),
  ];
  return names.includes(job);
}
