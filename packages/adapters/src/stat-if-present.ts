import { type BigIntStats, statSync } from "node:fs";
import { isMissingFile } from "./missing-file.ts";

export function statIfPresent(path: string): BigIntStats | undefined {
  try {
    return statSync(path, { bigint: true, throwIfNoEntry: false });
  } catch (error) {
    if (isMissingFile(error)) return undefined;
    throw error;
  }
}
