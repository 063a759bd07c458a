import { imagesOf, type ReadImage } from "@medhelm/core/helm/media";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { ObjectStore } from "@medhelm/core/ports";
import { sha256Hex } from "@medhelm/core/store/canonical";
import type { AttemptFiles } from "./attempt-files.ts";

interface Images {
  /** Returns the key of a file in the folder of this attempt. */
  readonly keyOf: (file: string) => string;
  readonly readImage: ReadImage;
  readonly signal: AbortSignal;
}

/**
 * Keeps each image of the run's prompts in the folder of this attempt, so that readers of the run see what the model saw.
 * @returns the hashes of the images
 */
export async function putImages(
  objects: ObjectStore,
  states: Iterable<RequestState>,
  { keyOf, readImage, signal }: Images,
): Promise<AttemptFiles> {
  const kept: Record<string, string> = {};
  for (const { request } of states)
    for (const { file } of imagesOf(request)) {
      signal.throwIfAborted();
      if (Object.hasOwn(kept, file)) continue;
      const image = await readImage(file);
      await objects.put(keyOf(file), image);
      kept[file] = sha256Hex(image);
    }
  return kept;
}
