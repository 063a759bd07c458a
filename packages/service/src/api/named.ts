import { z } from "zod";

/** The names of the objects that a call concerns; never text of a run. */
export const Named = z.partialRecord(
  z.enum(["submission", "suite", "run", "file", "release", "key", "input"]),
  z.string(),
);
export type Named = z.infer<typeof Named>;
