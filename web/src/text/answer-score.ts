import { kindOfScore, type MarkScale } from "@medhelm/core/release/pages/mark";
import { formatValue } from "./format.ts";

/** The score of one answer: "correct" or "wrong" where the metric has nothing between, and otherwise a number. */
export function answerScore(value: number, scale: MarkScale): string {
  const kind = kindOfScore(value, scale);
  return kind === "graded" ? plainValue(value) : kind === "right" ? "correct" : "wrong";
}

/** The value of one answer: a count or a grade is a whole number, and a share is not. */
export const plainValue = (value: number): string => (Number.isInteger(value) ? String(value) : formatValue(value));
