import { openTable } from "@medhelm/benchmarks/files/open-table";
import { readJsonLines } from "@medhelm/benchmarks/files/read-json-lines";
import { readWholeParquet } from "@medhelm/benchmarks/files/read-parquet";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export type SourceRow = Readonly<Record<string, unknown>>;
const Row = z.record(z.string(), z.unknown());

/** Reads a table of any usual kind: Parquet, a JSON list, one JSON object a line, or CSV. @throws UserError for another file */
export async function readSourceRows(files: UserFiles, path: string): Promise<readonly SourceRow[]> {
  const source = await files.read(path);
  const start = new TextDecoder("latin1").decode(source.bytes.subarray(0, 64)).trimStart();
  const rows = await rowsOf();
  if (rows.length === 0) throw new UserError(`${path}: it has no row; name another file`);
  return rows;

  async function rowsOf(): Promise<readonly SourceRow[]> {
    if (start.startsWith("PAR1")) return readWholeParquet(source);
    if (start.startsWith("{")) return readJsonLines(source, Row);
    if (start.startsWith("[")) {
      const list = z.array(Row).safeParse(jsonOrUndefined(new TextDecoder().decode(source.bytes)));
      if (list.success) return list.data;
      throw new UserError(`${path}: it begins like a JSON list, and is no list of objects; correct it`);
    }
    const table = await openTable({ ...(await files.open(path)), label: path });
    const read: SourceRow[] = [];
    for await (const { cells } of table.rows().rows) read.push(cells);
    return read;
  }
}
