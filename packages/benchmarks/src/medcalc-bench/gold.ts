import { CORRECT_TAG, type Instance } from "@medhelm/core/helm/instance";
import { z } from "zod";

const Extra = z.object({ category: z.string(), lower_limit: z.string(), upper_limit: z.string() });

/** The right value of an instance, as HELM stores it. Limits are texts: numbers, dates or pairs. */
export interface Gold {
  readonly text: string;
  readonly category: string;
  readonly lower: string;
  readonly upper: string;
  readonly question: string;
}

/** Reads the right value. Undefined if it is not an instance of this benchmark. */
export function goldOf({ input, references, extra_data }: Instance): Gold | undefined {
  const extra = Extra.safeParse(extra_data);
  const gold = references.find(({ tags }) => tags.includes(CORRECT_TAG)) ?? references[0];
  if (!extra.success || gold === undefined) return undefined;
  const { category, lower_limit: lower, upper_limit: upper } = extra.data;
  const question = input.text.slice(input.text.lastIndexOf("\n\nQuestion: ") + 1);
  return { text: gold.output.text, category, lower, upper, question };
}

/** The type of a calculator's value. It decides how a reply is read and compared. */
export type OutputType = "date" | "weeks and days" | "integer" | "decimal";

/**
 * Finds the output type of the calculator. HELM's instances have neither the calculator's number nor the type. The type follows from the gold value,
 * the category and the limits, which are equal for whole-number scores and 5 % around a decimal. Tests compare it with the calculator numbers of all
 * 1,047 rows. Two cases need the question: Wells' score for pulmonary embolism counts halves although its category is "risk", and a gold of 0 has equal limits.
 */
export function outputType({ text, category, lower, upper, question }: Gold): OutputType {
  if (/^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text)) return "date";
  if (text.startsWith("(")) return "weeks and days";
  const isScore = ["risk", "severity", "diagnosis"].includes(category);
  const countsHalves = /\bWells\b.*\bPulmonary Embolism\b/i.test(question);
  return isScore && lower === upper && !countsHalves ? "integer" : "decimal";
}
