import type { CellRecord } from "../../home/cell-records.ts";

/** The numbers of the heat table by row and column of the release. Null: the model has none. */
export type Records = (CellRecord | null)[][];

/** @throws Error if the file cannot be fetched or is no table */
export async function fetchRecords(url: string): Promise<Records> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url} returned status ${response.status}`);
  const records: unknown = await response.json();
  if (!isRecords(records)) throw new Error(`${url} is no table`);
  return records;
}

const isRecords = (value: unknown): value is Records =>
  Array.isArray(value) && value.every((row) => Array.isArray(row));

/** E.g. "0.512, 95 % interval 0.47 to 0.55, 300 answers". */
export function recordText([value, low, high, scored, instances]: CellRecord): string {
  const interval = low === null || high === null ? "interval unknown" : `95 % interval ${low} to ${high}`;
  const answers =
    instances === 0
      ? "number of answers unknown"
      : scored === null || scored === instances
        ? `${instances} answers`
        : `${scored} of ${instances} answers scored`;
  return `${value ?? "no value"}, ${interval}, ${answers}`;
}
