import { z } from "zod";

/** suites/<suite>.json. The first submission to a suite writes it, once. For every other owner, a private suite does not exist. */
export const Suite = z.object({
  formatVersion: z.literal(1),
  owner: z.string(),
  visibility: z.enum(["private", "public"]),
});
export type Suite = z.infer<typeof Suite>;
