import { open, rm } from "node:fs/promises";
import { writingTo } from "@medhelm/core/writing-to";

/**
 * Writes a file that does not exist yet. If the disk takes no more, no part of the file stays.
 * @throws the error EEXIST for a file that is there; the error of the disk, with the path
 */
export async function writeNew(path: string, text: string, mode?: number): Promise<void> {
  await writingTo(path, async () => {
    const file = await open(path, "wx", mode);
    try {
      await file.writeFile(text);
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  });
}
