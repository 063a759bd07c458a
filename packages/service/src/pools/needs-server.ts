import type { ObjectStore } from "@medhelm/core/ports";
import { keys } from "@medhelm/core/store/object-keys";

/** Whether no pool can ask for the run: its next request follows from an answer, or it has images. */
export const needsServer = async (
  objects: ObjectStore,
  { suite, run }: { readonly suite: string; readonly run: string },
): Promise<boolean> => (await objects.head(keys.needsServer(suite, run))) !== undefined;
