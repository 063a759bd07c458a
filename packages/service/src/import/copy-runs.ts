import type { ObjectStore } from "@medhelm/core/ports";
import { sha256OfChunks } from "@medhelm/core/store/canonical";
import { keys } from "@medhelm/core/store/object-keys";
import { UserError } from "@medhelm/core/user-error";

/** The files of a run of HELM's that releases and pages read. stats.json is last: without it no release counts the run. */
const HELM_FILES = ["run_spec.json", "scenario.json", "scenario_state.json", "per_instance_stats.json", "stats.json"];

interface Place {
  readonly objects: ObjectStore;
  readonly suite: string;
}

/**
 * Copies the files of a run that HELM wrote into another suite. Files that are already there stay, so an interrupted import continues.
 * @throws UserError if another file is at one of the keys
 */
export async function copyHelmRun(from: Place, to: Place, run: string): Promise<void> {
  for (const file of HELM_FILES) {
    const source = keys.runFile(from.suite, run, file);
    if ((await from.objects.head(source)) === undefined) continue;
    const chunks = () => from.objects.stream(source);
    await putIfEqual(to.objects, keys.runFile(to.suite, run, file), chunks);
  }
}

/** Writes the two files of a run without instances, of which the stats are last. @throws UserError as copyHelmRun */
export async function putRunFiles(
  { objects, suite }: Place,
  run: string,
  { runSpec, stats }: { readonly runSpec: unknown; readonly stats: unknown },
): Promise<void> {
  for (const [file, value] of [
    ["run_spec.json", runSpec],
    ["stats.json", stats],
  ] as const) {
    const body = new TextEncoder().encode(JSON.stringify(value, undefined, 2));
    await putIfEqual(objects, keys.runFile(suite, run, file), () => [body]);
  }
}

type Chunks = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

async function putIfEqual(objects: ObjectStore, key: string, chunks: () => Chunks): Promise<void> {
  if ((await objects.head(key)) === undefined) {
    await objects.put(key, streamOf(chunks()));
    return;
  }
  if ((await sha256OfChunks(objects.stream(key))) === (await sha256OfChunks(streamOf(chunks())))) return;
  throw new UserError(`${key}: there is another file, which the import would replace; give --suite another name`);
}

async function* streamOf(chunks: Chunks): AsyncGenerator<Uint8Array> {
  yield* chunks;
}
