import { accessSync, constants, mkdirSync } from "node:fs";
import { join } from "node:path";
import { TOP_FOLDERS } from "@medhelm/core/store/object-keys";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import type { PresignBase } from "@medhelm/adapters/objects/presigned-url";
import { routedStore } from "@medhelm/adapters/objects/routed-store";
import { sqliteStore } from "@medhelm/adapters/objects/sqlite-store";
import { errorCode } from "@medhelm/core/error-code";
import type { ObjectStore } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";

/** Our own files under an output path; HELM's tools pass it by. */
export const PRIVATE_FOLDER = ".medhelm";

/** The object tree of an output path: a folder that HELM's tools read, and one SQLite file for the many small answers. */
export function openStore(outputPath: string, options: { readonly presign?: PresignBase } = {}): ObjectStore {
  makeFolder(outputPath, "--output-path");
  const folder = fsStore(outputPath, options);
  return routedStore(folder, { [TOP_FOLDERS.cache]: sqliteStore(join(outputPath, PRIVATE_FOLDER, "answers.sqlite")) });
}

/** Makes a folder that can be written to. @throws UserError naming the flag that asked for it */
export function makeFolder(path: string, flag: string): void {
  try {
    mkdirSync(path, { recursive: true });
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const code = errorCode(cause) ?? String(cause);
    throw new UserError(
      `${flag} ${path}: ${WHY[code] ?? `it cannot be made (${code})`}; name a folder that you may write to`,
      {
        cause,
      },
    );
  }
}

const WHY: Readonly<Record<string, string>> = {
  EEXIST: "it is a file",
  ENOTDIR: "a part of it is a file",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "the disk is read-only",
};
