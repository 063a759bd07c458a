import { z } from "zod";
import { Profile } from "../run/profile.ts";
import { timeText } from "../store/time-text.ts";
import { FolderName, Sha256 } from "../submission.ts";

/** The body of POST /v1/releases. */
export const ReleaseRequest = z.strictObject({
  name: FolderName,
  suites: z.array(FolderName).min(1).max(100),
  /** an uploaded schema YAML as input:<sha256>; the packaged schema_medhelm.yaml by default */
  schema: z.templateLiteral(["input:", Sha256]).optional(),
  profile: Profile.default("corrected"),
  /** whether the site and the other owners can see the release */
  publish: z.boolean().default(false),
});
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;

/** release-requests/<release>.json: a request with its owner */
export const StoredRelease = z.object({
  formatVersion: z.literal(1),
  owner: z.string(),
  /** suites of other owners that were open to everyone at the time of the request; only their public runs are used */
  publicOnly: z.array(z.string()).exactOptional(),
  createdAt: timeText,
  /** An unknown field is of a later version, and passes. */
  request: z.object(ReleaseRequest.shape),
});
export type StoredRelease = z.infer<typeof StoredRelease>;

/** release-failures/<release>.json: the reason why the last attempt failed. A successful attempt deletes it. */
export const ReleaseFailure = z.object({
  formatVersion: z.literal(1),
  reason: z.string(),
  at: z.string().optional(),
  /** The step that failed. A build failure of a release with files is from a job that stalled. */
  step: z.enum(["build", "site"]).exactOptional(),
  /** Identifies the request. The failure of an earlier request does not count. */
  request: z.string().exactOptional(),
});
export type ReleaseFailure = z.infer<typeof ReleaseFailure>;
