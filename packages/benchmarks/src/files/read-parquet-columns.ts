import type { SourceFile } from "@medhelm/core/run/benchmark";
import { UserError } from "@medhelm/core/user-error";
import { parquetRead } from "hyparquet";
import { checkParquetPages } from "./check-parquet-pages.ts";
import { parquetCompressors } from "./parquet-compressors.ts";
import { parquetMetadata } from "./parquet-metadata.ts";
import { requireColumns } from "./require-columns.ts";

/**
 * The values of each column in the order of the rows: 64-bit integers are bigint, times are microseconds since 1970, missing
 * values are null.
 */
export type Columns<Name extends string> = Readonly<Record<Name, readonly unknown[]>>;

/** Reads times in microseconds. A Date would lose three digits, and HELM compares all of them. */
const parsers = {
  timestampFromMilliseconds: (millis: bigint | undefined) => micros(millis, 1000),
  timestampFromMicroseconds: (value: bigint | undefined) => micros(value, 1),
  timestampFromNanoseconds: (nanos: bigint | undefined) => micros(nanos, 1 / 1000),
};
const micros = (value: bigint | undefined, factor: number) =>
  value === undefined || value === null ? undefined : Number(value) * factor;

/**
 * Reads these columns of a large Parquet file, one row group at a time, and passes each group to `use`.
 * @throws UserError that names the file and the missing column
 */
export async function eachRowGroup<const Name extends string>(
  source: SourceFile,
  names: readonly Name[],
  use: (columns: Columns<Name>) => void,
): Promise<void> {
  const file = new Uint8Array(source.bytes).buffer;
  const damaged = (cause: unknown): never => {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new UserError(`${source.label}: not a complete, readable Parquet file (${why}); copy it again`, { cause });
  };
  const { metadata, names: there } = await parquetMetadata(file).catch(damaged);
  requireColumns(source, there, names);
  try {
    checkParquetPages(file, metadata, names);
  } catch (cause) {
    damaged(cause);
  }
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const groups: Partial<Record<Name, unknown[]>> = {};
    const options = { file, metadata, columns: [...names], rowStart, rowEnd, parsers, compressors: parquetCompressors };
    await parquetRead({
      ...options,
      onChunk: ({ columnName, columnData }) => {
        const name = names.find((wanted) => wanted === columnName);
        if (name === undefined) return;
        const values = (groups[name] ??= []);
        for (const value of columnData) values.push(value);
      },
    }).catch(damaged);
    use(complete(names, groups));
    rowStart = rowEnd;
  }
}

const complete = <Name extends string>(names: readonly Name[], groups: Partial<Record<Name, unknown[]>>) =>
  names.reduce<Columns<Name>>((all, name) => ({ ...all, [name]: groups[name] ?? [] }), Object.create(null));
