import { readFileSync } from "node:fs";

/** The invented sheet at a benchmark's path in the mirror. */
export const sheetFiles = (name: string): Readonly<Record<string, Uint8Array>> => ({
  [`shc/${name}.csv`]: readFileSync(new URL("sample.csv", import.meta.url)),
});
