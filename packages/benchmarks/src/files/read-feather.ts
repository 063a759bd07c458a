import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { type Column, CompressionType, setCompressionCodec, tableFromIPC } from "@uwdata/flechette";
import { checkArrowColumn } from "./check-arrow-column.ts";
import { checkArrowHeaders } from "./check-arrow-headers.ts";
import { unpackLz4Frame } from "./lz4-frame.ts";
import { requireColumns } from "./require-columns.ts";

/**
 * Reads these columns of a Feather (Arrow IPC) file, plain or LZ4. Lists are arrays, and missing values null.
 * @param optional columns whose cells are undefined in a file without them
 * @throws UserError that names the file and the missing column
 */
export function readFeather<const Name extends string, const Optional extends string = never>(
  file: SourceFile,
  columns: readonly Name[],
  optional: readonly Optional[] = [],
): { cell(column: Name | Optional): unknown }[] {
  const table = open(file);
  requireColumns(file, table.names, columns);
  for (const name of [...columns, ...optional]) checkColumn(file, name, table.getChild(name));
  return Array.from({ length: table.numRows }, (_, row) => ({
    cell(column: Name | Optional): unknown {
      const child = table.getChild(column);
      if (!child) return undefined;
      try {
        const cell = child.at(row); // a list or a large number is decoded here
        if (cell !== undefined) return cell;
      } catch (cause) {
        damaged(`${file.label}, row ${row + 1}, column ${column}`, cause);
      }
      return damaged(`${file.label}, row ${row + 1}, column ${column}`, "it is not in the file");
    },
  }));
}

function open({ label, bytes }: SourceFile) {
  // pandas compresses Feather files by default; the decompressor loads here and not at import, so that a Lambda's bundle can
  // leave it out
  setCompressionCodec(CompressionType.LZ4_FRAME, {
    decode: unpackLz4Frame,
    encode: () => {
      throw new Error("Feather files are only read");
    },
  });
  try {
    checkArrowHeaders(bytes);
    return tableFromIPC(new Uint8Array(bytes));
  } catch (cause) {
    return damaged(label, cause);
  }
}

/** `column`: absent if it is optional. */
function checkColumn({ label }: SourceFile, name: string, column: Column<unknown> | undefined): void {
  if (!column) return;
  try {
    checkArrowColumn(column);
  } catch (cause) {
    damaged(`${label}, column ${name}`, cause);
  }
}

function damaged(place: string, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new UserError(`${place}: not a complete, readable Feather file (${why}); copy it again`, { cause });
}
