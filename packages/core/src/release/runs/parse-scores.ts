import { z } from "zod";
import { parseJson } from "../../store/objects.ts";
import { Scores } from "./scores.ts";

type Row = Scores["rows"][number];

const WithAnyRows = Scores.extend({ rows: z.array(z.unknown()) });

/**
 * Reads scores.json as `parseJson` with the schema Scores does, in less time and memory. A loop checks the rows. Only a file with a row that is not
 * plain goes through the schema.
 * @throws UnreadableObject
 */
export function parseScores(bytes: Uint8Array, label: string): Scores {
  const { rows, ...header } = parseJson(bytes, label, WithAnyRows);
  return rows.every(isPlain) ? { ...header, rows } : parseJson(bytes, label, Scores);
}

/** Whether the schema would return the row as it is. */
function isPlain(row: unknown): row is Row {
  if (typeof row !== "object" || row === null || !("id" in row && "trial" in row && "values" in row)) return false;
  for (const name in row) if (CHECKS.get(name)?.(Reflect.get(row, name)) !== true) return false;
  return true;
}

const isText = (value: unknown): boolean => typeof value === "string";
const isInteger = (value: unknown): boolean => Number.isSafeInteger(value);
const isScore = (value: unknown): boolean => value === null || Number.isFinite(value);
const isScores = (value: unknown): boolean => Array.isArray(value) && value.every(isScore);
const isRatio = (value: unknown): boolean =>
  value === null || (Array.isArray(value) && value.length === 2 && value.every(Number.isFinite));

/** The fields that a row may have. The schema leaves out all others. */
const CHECKS = new Map<string, (value: unknown) => boolean>([
  ["id", isText],
  ["trial", isInteger],
  ["repeat", isInteger],
  ["cluster", isText],
  ["stratum", isText],
  ["inputSha256", isText],
  ["gold", isText],
  ["given", isText],
  ["judges", (value) => Array.isArray(value) && value.every(isScores)],
  ["counts", (value) => Array.isArray(value) && value.every(isRatio)],
  ["values", isScores],
]);
