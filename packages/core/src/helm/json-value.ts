import { z } from "zod";

/** Any value that JSON can represent. JSON.parse reads 1e999 as Infinity, which no file can keep. */
export const JsonValue = z.unknown().refine(isFiniteValue, "a number is too large for JSON");

function isFiniteValue(value: unknown): boolean {
  if (typeof value === "number") return Number.isFinite(value);
  return typeof value !== "object" || value === null || Object.values(value).every(isFiniteValue);
}
