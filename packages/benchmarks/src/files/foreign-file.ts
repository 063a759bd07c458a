/** File formats by the bytes at their start, which users give in place of a text file. */
const FORMATS: readonly (readonly [start: string, name: string])[] = [
  ["PK\u0003\u0004", "an Excel workbook (.xlsx) or another ZIP archive"],
  ["\u00d0\u00cf\u0011\u00e0", "an old Excel workbook (.xls)"],
  ["PAR1", "a Parquet file"],
  ["ARROW1", "a Feather file"],
  ["\u001f\u008b", "a file compressed by gzip"],
  ["%PDF", "a PDF"],
  ["SQLite format 3", "a SQLite database"],
];

/** The name of the format whose bytes are at the start, if it is not a text file. */
export function foreignFormat(bytes: Uint8Array): string | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 16));
  return FORMATS.find(([magic]) => start.startsWith(magic))?.[1];
}
