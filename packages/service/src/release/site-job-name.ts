import { sha256Hex } from "@medhelm/core/store/canonical";

/**
 * Of the job that builds a release's site. A job's name may hold letters, digits, "-" and "_" alone (AWS Batch), a release's "." too:
 * the hash keeps "v1.0" and "v1_0" apart.
 */
export function siteJobName(release: string, attempt: number): string {
  return `site-${release.replaceAll(".", "_")}-${sha256Hex(release).slice(0, 12)}-${attempt}`;
}
