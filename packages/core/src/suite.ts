import { z } from "zod";

/** suites/<suite>.json. The first submission to a suite writes it. To other owners, a private suite looks as if it did not exist. */
export const Suite = z.object({
  formatVersion: z.literal(1),
  owner: z.string(),
  visibility: z.enum(["private", "public"]),
});
export type Suite = z.infer<typeof Suite>;
