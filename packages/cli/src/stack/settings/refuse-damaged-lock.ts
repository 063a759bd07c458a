import { join } from "node:path";
import { folderLock } from "@medhelm/adapters/objects/fs/folder-lock";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

/** Each write of the stack needs the lock of its folder, and would fail later. @throws UserError that names a damaged lock */
export function refuseDamagedLock(outputPath: string): void {
  const lock = folderLock(join(outputPath, PRIVATE_FOLDER));
  try {
    lock.hold(() => undefined);
  } finally {
    lock.close();
  }
}
