import { z } from "zod";

/** What a call is about, by its names; never a text of it. */
export const Named = z.partialRecord(
  z.enum(["submission", "suite", "run", "file", "release", "key", "input"]),
  z.string(),
);
export type Named = z.infer<typeof Named>;
