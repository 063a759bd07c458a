import { rename, rm } from "node:fs/promises";
import type { ExportRecord } from "@medhelm/core/release/exports/table-records";
import { writingTo } from "@medhelm/core/writing-to";

export type ColumnType = "STRING" | "DOUBLE" | "INT32" | "BOOLEAN";
export type Columns = Readonly<Record<string, ColumnType>>;

const ROWS_A_GROUP = 20_000;

/** Writes records as Parquet, of which only one group of rows is in memory. A killed process leaves no half file under the name. */
export async function writeParquet(
  path: string,
  columns: Columns,
  records: Iterable<ExportRecord> | AsyncIterable<ExportRecord>,
): Promise<void> {
  const { fileWriter, parquetWriteRows } = await import("hyparquet-writer"); // few commands need it
  const part = `${path}.part`;
  try {
    await writingTo(path, async () => {
      await parquetWriteRows({
        writer: fileWriter(part),
        rows: asynchronous(records),
        columns: Object.entries(columns).map(([name, type]) => ({ name, type })),
        rowGroupSize: ROWS_A_GROUP,
        createdBy: "medhelm",
      });
      await rename(part, path);
    });
  } finally {
    await rm(part, { force: true });
  }
}

async function* asynchronous(
  records: Iterable<ExportRecord> | AsyncIterable<ExportRecord>,
): AsyncGenerator<ExportRecord> {
  yield* records;
}
