import { join } from "node:path";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { PresignBase } from "@medhelm/adapters/objects/presigned-url";
import { routedStore } from "@medhelm/adapters/objects/routed-store";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import type { ObjectStore } from "@medhelm/core/ports";
import { makeFolder } from "./make-folder.ts";

/** The folder of our own files under an output path. HELM's tools ignore it. */
export const PRIVATE_FOLDER = ".medhelm";

/** Opens the object tree of an output path: a folder that HELM's tools can read, and one SQLite file for the many small answers. */
export function openStore(outputPath: string, options: { readonly presign?: PresignBase } = {}): ObjectStore {
  makeFolder(outputPath, "--output-path");
  const folder = fsStore(outputPath, options);
  return routedStore(folder, { [TOP_FOLDERS.cache]: sqliteStore(join(outputPath, PRIVATE_FOLDER, "answers.sqlite")) });
}
