import { rename, rm, writeFile } from "node:fs/promises";
import { writingTo } from "@medhelm/core/writing-to";

/**
 * Writes a file that is whole or absent at every moment. If it exists, it is replaced.
 * @throws the error of the disk, with the path
 */
export async function writeWhole(
  path: string,
  content: string | Uint8Array | AsyncIterable<Uint8Array>,
  options: { readonly mode?: number; readonly flush?: boolean } = {},
): Promise<void> {
  const part = `${path}.part`;
  await writingTo(path, async () => {
    try {
      await writeFile(part, content, options);
      await rename(part, path);
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  });
}
