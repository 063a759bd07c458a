import { z } from "zod";

/** The format of the object tree that this code writes. Readers accept it and the one before. */
export const TREE_FORMAT = 2;

/** The steps from format 1 to format 2, in their order. */
export const StepName = z.enum(["generations", "index", "marks", "flat-files"]);
export type StepName = z.infer<typeof StepName>;

/** format.json: medhelm migrate writes it. A tree without it was never migrated, and is read as it is. */
export const TreeFormat = z.object({
  formatVersion: z.literal(1),
  /** The format that the tree has once all `steps` are done. */
  tree: z.int().positive(),
  /** The steps that are done. */
  steps: z.array(StepName),
  isComplete: z.boolean(),
});
export type TreeFormat = z.infer<typeof TreeFormat>;
