import { randomBytes } from "node:crypto";
import { parseManifest, withHash } from "@medhelm/core/store/manifest-hash";
import { generationFolder, keys } from "@medhelm/core/store/object-keys";
import { DamagedObject, parseJson } from "@medhelm/core/store/objects";
import { runFileKeys } from "@medhelm/core/store/run-files";
import type { ObjectStore, StoredObject } from "@medhelm/core/ports";
import type { Manifest } from "@medhelm/core/release/runs/manifest";
import { z } from "zod";
import { derivedFolder } from "../aggregate/derived-files.ts";
import { finishSeal } from "../aggregate/seal-run.ts";
import { mapBounded } from "../concurrency/map-bounded.ts";

const CONCURRENT_COPIES = 8;

export interface SealFlatRunPorts {
  readonly objects: ObjectStore;
  /** Copies an object. In a folder the copy has the time of the original, by which a shown file is recognised. */
  copy(from: string, to: string): Promise<void>;
}

/**
 * `flat`: sealed in format 1, and a migration moves it. `sealed`: in the folder of its generation. `foreign`: without a manifest, from
 * another tool or unfinished. `incomplete`: a file that the manifest lists is missing, and the run stays as it is. `none`: the folder is no
 * run, such as the tables of the suite.
 */
export type RunForm = "flat" | "sealed" | "foreign" | "incomplete" | "none";

/** Undefined for a damaged manifest. @throws UserError if its format is newer than this program */
function parsed(body: Uint8Array, key: string): Manifest | undefined {
  try {
    return parseManifest(body, key);
  } catch (error) {
    if (error instanceof DamagedObject) return undefined;
    throw error;
  }
}

/** Returns the form of a run's files, with the manifest that was read. */
export async function formOf(
  objects: ObjectStore,
  suite: string,
  run: string,
): Promise<{ readonly form: RunForm; readonly stored?: StoredObject; readonly manifest?: Manifest }> {
  const key = keys.manifest(suite, run);
  const stored = await objects.get(key);
  if (stored === undefined)
    return { form: (await objects.head(keys.runFile(suite, run, "run_spec.json"))) === undefined ? "none" : "foreign" };
  const manifest = parsed(stored.body, key);
  if (manifest === undefined) return { form: "incomplete" };
  if (manifest.folder !== undefined) return { form: "sealed", stored, manifest };
  const files = new Set<string>();
  const folder = keys.run(suite, run);
  for await (const found of objects.list(folder)) files.add(found.key.slice(folder.length));
  const isWhole = Object.keys(manifest.files).every((file) => files.has(file));
  return { form: isWhole ? "flat" : "incomplete", stored, manifest };
}

/**
 * Moves a run that format 1 sealed into the folder of its generation: copies the files, and then switches the manifest by a conditional
 * put. Readers see the old files until then, and the new ones after it. Each call copies into a folder of its own, so a migration that
 * stalls while another one moves the run changes no sealed file.
 * @returns the form that the run had
 */
export async function sealFlatRun({ objects, copy }: SealFlatRunPorts, suite: string, run: string): Promise<RunForm> {
  const { form, stored, manifest } = await formOf(objects, suite, run);
  if (stored === undefined || manifest === undefined) return form;
  if (form === "sealed") await finishSeal({ objects }, manifest);
  if (form !== "flat") return form;
  const place = {
    folder: generationFolder(manifest.access, manifest.generation, randomBytes(16).toString("hex")),
    derived: derivedFolder(manifest.code.version),
  };
  const keyOf = runFileKeys(suite, run, place);
  const fields = parseJson(stored.body, stored.key, z.record(z.string(), z.unknown())); // all fields, also those of a later version
  const body = JSON.stringify(withHash({ ...fields, formatVersion: 2, ...place }));
  try {
    await mapBounded(Object.keys(manifest.files), CONCURRENT_COPIES, (file) =>
      copy(keys.runFile(suite, run, file), keyOf(file)),
    );
  } catch (error) {
    if ((await objects.head(stored.key))?.etag === stored.etag) throw error;
    // another migration has moved the run, and deleted the old files; the put is refused
  }
  const { outcome } = await objects.put(stored.key, body, { ifMatch: stored.etag });
  if (outcome === "refused") {
    for await (const { key } of objects.list(keys.generation(suite, run, place.folder))) await objects.delete(key);
    return sealFlatRun({ objects, copy }, suite, run);
  }
  await finishSeal({ objects }, { ...manifest, ...place });
  return form;
}
