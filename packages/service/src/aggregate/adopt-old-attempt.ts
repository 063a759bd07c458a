import { sha256Hex } from "@medhelm/core/store/canonical";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { parseJson } from "@medhelm/core/store/objects";
import { WORKER_FILES } from "@medhelm/core/store/run-files";
import type { ObjectStore } from "@medhelm/core/ports";
import { Assembly } from "@medhelm/core/run/assembly";
import type { Assembled } from "../work/assembly/assembled.ts";

/**
 * Copies the files of a complete attempt that a worker of format N-1 wrote into the run's own folder, and returns their
 * folder. A repetition writes the same bytes to the same folder. Undefined if a worker changed the files in between.
 */
export async function adoptOldAttempt(
  objects: ObjectStore,
  suite: string,
  run: string,
  old: Assembled,
): Promise<string | undefined> {
  const assembly = await objects.get(old.keyOf("assembly.json"));
  const state = await objects.head(old.keyOf("scenario_state.json"));
  if (assembly === undefined || state === undefined) return undefined;
  const { access, generation } = parseJson(assembly.body, assembly.key, Assembly);
  const folder = generationFolder(access, generation, sha256Hex(assembly.body).slice(0, 32));
  for (const file of WORKER_FILES)
    if ((await objects.head(old.keyOf(file))) !== undefined)
      await objects.copy(old.keyOf(file), keys.generationFile(suite, run, folder, file));
  const [assemblyNow, stateNow] = await Promise.all([objects.head(assembly.key), objects.head(state.key)]);
  return assemblyNow?.etag === assembly.etag && stateNow?.etag === state.etag ? folder : undefined;
}
