import { imageObject } from "@medhelm/core/helm/media";
import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { parquetReadObjects } from "hyparquet";
import { checkParquetPages } from "./check-parquet-pages.ts";
import { parquetCompressors } from "./parquet-compressors.ts";
import { parquetMetadata } from "./parquet-metadata.ts";
import { requireColumns } from "./require-columns.ts";

type ReadOptions = Omit<Parameters<typeof parquetReadObjects>[0], "file">;

/**
 * Reads these columns of a Parquet file: 64-bit integers are bigint, times are Date, missing values are null. Pages may be
 * uncompressed or Snappy, as Hugging Face and pandas write them.
 * @param optional columns that rows lack in a file without them
 * @throws UserError that names the file and the missing column
 */
export async function readParquet(
  source: SourceFile,
  columns: readonly string[],
  optional: readonly string[] = [],
): Promise<Record<string, unknown>[]> {
  const file = new Uint8Array(source.bytes).buffer;
  const { metadata, names: there } = await parquetMetadata(file).catch((cause: unknown) => damaged(source, cause));
  requireColumns(source, there, columns);
  const wanted = [...columns, ...optional.filter((name) => there.includes(name))];
  return readChecked({ file, metadata, columns: wanted }).catch((cause: unknown) => damaged(source, cause));
}

async function readChecked(options: ReadOptions & { readonly file: ArrayBuffer }): Promise<Record<string, unknown>[]> {
  const metadata = options.metadata ?? (await parquetMetadata(options.file)).metadata;
  checkParquetPages(options.file, metadata, options.columns);
  return parquetReadObjects({ ...options, metadata });
}

/**
 * Reads all columns of a Parquet file, compressed in any usual way. Bytes that are an image stay bytes, and other bytes are text.
 * @throws UserError for another or a damaged file
 */
export async function readWholeParquet(source: SourceFile): Promise<Record<string, unknown>[]> {
  const file = new Uint8Array(source.bytes).buffer;
  const rows = await readChecked({ file, compressors: parquetCompressors, utf8: false }).catch((cause: unknown) =>
    damaged(source, cause),
  );
  return rows.map((row) => mapValues(row, withText));
}

const mapValues = (object: object, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));

function withText(value: unknown): unknown {
  if (value instanceof Uint8Array)
    return imageObject(value, "") === undefined ? new TextDecoder().decode(value) : value;
  if (Array.isArray(value)) return value.map(withText);
  return typeof value === "object" && value !== null && !(value instanceof Date) ? mapValues(value, withText) : value;
}

function damaged({ label }: SourceFile, cause: unknown): never {
  const why = cause instanceof Error ? cause.message : String(cause);
  throw new UserError(`${label}: not a complete, readable Parquet file (${why}); fetch the file again`, { cause });
}
