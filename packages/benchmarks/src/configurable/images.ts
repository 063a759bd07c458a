import { imageObject, type MediaObject, type ReadImage, textObject } from "@medhelm/core/helm/media";
import type { SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import { collect } from "@medhelm/core/run/collect";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import type { Row } from "../files/read-table.ts";
import type { Template } from "./template.ts";

/** The images that the rows of a table name. */
export interface TableImages {
  readonly columns: readonly string[];
  /** The parts of a row's prompt; undefined for a row without an image. @throws UserError with line and column for a file that is no image */
  partsOf(template: Template, row: Row): Promise<readonly MediaObject[] | undefined>;
  readonly readImage: ReadImage;
}

/** A larger image is refused by every provider. */
const MAX_BYTES = 32 * 2 ** 20;

/** Reads an image that a table names. It is read as a file of any size, because only configurations and prompts are texts. */
export async function readImageFile(files: UserFiles, path: string, table: string): Promise<SourceFile> {
  const { label, sizeBytes, stream } = await files.open(path, table);
  if (sizeBytes > MAX_BYTES)
    throw new UserError(
      `${label}: the image has ${sizeBytes} bytes, and at most ${MAX_BYTES} are sent; make it smaller`,
    );
  const bytes = Buffer.concat(await collect(stream()));
  return { label, bytes, sha256: sha256Hex(bytes) };
}

/** Reads images by their paths, which are relative to the table or to the working directory. It keeps the paths, not the bytes. */
export function tableImages(files: UserFiles, columns: readonly string[], table: string): TableImages {
  const paths = new Map<string, string>();
  const imageOf = async (path: string, where: string): Promise<MediaObject> => {
    const { bytes, sha256 } = await readImageFile(files, path, table).catch((error: unknown) => {
      throw error instanceof UserError ? new UserError(`${where}: ${error.message}`, { cause: error }) : error;
    });
    const image = imageObject(bytes, sha256);
    if (image === undefined)
      throw new UserError(`${where}: ${path} is no PNG, JPEG, GIF or WebP image; convert it, or correct the path`);
    paths.set(image.location, path);
    return image;
  };
  return {
    columns,
    async partsOf(template, { line, cells }) {
      if (columns.every((column) => (cells[column] ?? "").trim() === "")) return undefined;
      const parts: MediaObject[] = [];
      for (const piece of template.pieces(cells, columns))
        if ("text" in piece) parts.push(textObject(piece.text));
        else if (piece.cell.trim() !== "") parts.push(await imageOf(piece.cell.trim(), `${table}, line ${line}`));
      return parts;
    },
    async readImage(file) {
      const path = paths.get(file);
      const { bytes, sha256 } = await readImageFile(files, path ?? file, table);
      if (imageObject(bytes, sha256)?.location !== file)
        throw new UserError(`${path}: the image has changed since the run began; run the same command again`);
      return bytes;
    },
  };
}
