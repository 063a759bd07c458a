import { z } from "zod";
import { Profile } from "../run/profile.ts";

/** releases/<R>/release.json, the last file of a release. A release without it is unfinished, or HELM made it. */
export const ReleaseRecord = z.object({
  formatVersion: z.literal(1),
  release: z.string(),
  suites: z.array(z.string()),
  profile: Profile,
  /** A published release never changes. */
  published: z.boolean(),
  createdAt: z.string(),
});
export type ReleaseRecord = z.infer<typeof ReleaseRecord>;
