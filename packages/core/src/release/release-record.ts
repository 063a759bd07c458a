import { z } from "zod";
import { Profile } from "../run/profile.ts";
import { timeText } from "../store/time-text.ts";

/** releases/<R>/release.json, the last file of a release. A release without it is unfinished, or HELM made it. */
export const ReleaseRecord = z.object({
  /** 1: the files lie next to the record. 2: they lie in `folder`, where a reader of format 1 would not look. */
  formatVersion: z.literal([1, 2]),
  release: z.string(),
  suites: z.array(z.string()),
  profile: Profile,
  /** A published release never changes. */
  published: z.boolean(),
  createdAt: timeText,
  /** The folder of the attempt that built it (keys.releaseAttempt). Absent: the files lie next to the record. */
  folder: z.uuid().exactOptional(),
  /** Identifies what was requested over the API. */
  request: z.string().exactOptional(),
});
export type ReleaseRecord = z.infer<typeof ReleaseRecord>;
