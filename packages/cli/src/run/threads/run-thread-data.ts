import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { overlayStore } from "@medhelm/adapters/objects/overlay-store";
import { routedStore } from "@medhelm/adapters/objects/routed-store";
import type { ObjectStore } from "@medhelm/core/ports";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { z } from "zod";
import { openPlace } from "../../service-api/open-place.ts";

/** The workerData of run-thread.ts: where the runs are, and the plugins with their metrics. */
export const RunThreadData = z.object({
  /** the folder that is read, and that is written if a bucket is read, too; absent: only the bucket is read */
  outputPath: z.string().optional(),
  /** s3://BUCKET/PREFIX, or a folder */
  from: z.string().optional(),
  plugins: z.array(z.string()),
});
export type RunThreadData = z.infer<typeof RunThreadData>;

/** Opens the store of the runs, in a thread as in the command itself. A command that reads a bucket writes into the folder. */
export async function openRunStore({ outputPath, from }: RunThreadData): Promise<ObjectStore> {
  const below = from === undefined ? undefined : await openPlace(from, "--from");
  if (outputPath === undefined) {
    if (below === undefined) throw new Error("neither a folder nor a bucket has the runs");
    return below;
  }
  const folder = fsStore(outputPath);
  if (below === undefined) return folder;
  return routedStore(overlayStore(folder, below), { [TOP_FOLDERS.releases]: folder }); // a release of the bucket is not replaced
}
