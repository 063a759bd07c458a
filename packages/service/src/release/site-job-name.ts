import { sha256Hex } from "@medhelm/core/store/canonical";

/**
 * The name of the job that builds a release's site. AWS Batch allows only letters, digits, "-" and "_" in the name of a job,
 * but the name of a release may also contain ".". The hash distinguishes "v1.0" from "v1_0".
 */
export function siteJobName(release: string, attempt: number): string {
  return `site-${release.replaceAll(".", "_")}-${sha256Hex(release).slice(0, 12)}-${attempt}`;
}
