import { z } from "zod";
import { Profile } from "../run/profile.ts";
import { FolderName, Sha256 } from "../submission.ts";

/** Body of POST /v1/releases. */
export const ReleaseRequest = z.strictObject({
  name: FolderName,
  suites: z.array(FolderName).min(1).max(100),
  /** an uploaded schema YAML as input:<sha256>; absent: the packaged schema_medhelm.yaml */
  schema: z.templateLiteral(["input:", Sha256]).optional(),
  profile: Profile.default("corrected"),
  /** also make the site show it, and let other owners see it */
  publish: z.boolean().default(false),
});
export type ReleaseRequest = z.infer<typeof ReleaseRequest>;

/** release-requests/<release>.json */
export const StoredRelease = z.object({
  formatVersion: z.literal(1),
  owner: z.string(),
  /** suites of other owners, open to all when it was asked for: their public runs alone are taken */
  publicOnly: z.array(z.string()).exactOptional(),
  createdAt: z.string(),
  request: ReleaseRequest,
});
export type StoredRelease = z.infer<typeof StoredRelease>;

/** release-failures/<release>.json: why the last attempt made no release; the next one deletes it. */
export const ReleaseFailure = z.object({ formatVersion: z.literal(1), reason: z.string(), at: z.string().optional() });
export type ReleaseFailure = z.infer<typeof ReleaseFailure>;
