import { strip } from "@medhelm/core/metrics/python-text";
import { pythonFloat } from "@medhelm/core/metrics/python-number";
import { asciiDigits } from "@medhelm/core/text/ascii-digits";
import type { Gold } from "./gold.ts";

/**
 * HELM's verdict on the whole stripped reply (helm/benchmark/metrics/medcalc_bench_metrics.py): 1 or 0. HELM: it expects the
 * categories "dosage conversion" and "physical", but the data has "dosage" and "lab", which score 0.
 */
export function helmVerdict(reply: string, gold: Gold): 0 | 1 {
  const prediction = strip(reply);
  const isRight = rule(gold.category)(prediction, gold);
  return isRight ? 1 : 0;
}

type Rule = (prediction: string, gold: Gold) => boolean;

function rule(category: string): Rule {
  switch (category) {
    case "risk":
    case "severity":
    case "diagnosis":
      return (prediction, { text }) => prediction === text;
    case "date":
      return (prediction, gold) => between(prediction, gold, PAIR.test(gold.text) ? days : dayNumber);
    case "dosage conversion":
    case "physical":
      return (prediction, gold) => between(prediction, gold, pythonFloat);
    default:
      return () => false;
  }
}

/** A reply or a limit that cannot be read makes the answer wrong. */
function between(prediction: string, { lower, upper }: Gold, read: (text: string) => number | undefined): boolean {
  const [value, low, high] = [read(prediction), read(lower), read(upper)];
  return value !== undefined && low !== undefined && high !== undefined && low <= value && value <= high;
}

// Python's \d is a decimal digit of any script
const PAIR = /^\('(\p{Nd}+) weeks', '(\p{Nd}+) days'\)/u;

function days(text: string): number | undefined {
  const [, weeks, rest] = PAIR.exec(text) ?? [];
  return weeks === undefined ? undefined : 7 * Number(asciiDigits(weeks)) + Number(asciiDigits(rest ?? ""));
}

/**
 * Reads a date as strptime does with %m/%d/%Y: leading zeros are optional, the year has four digits, and no text follows. Only the year and
 * the second digit of a day from 10 to 29 may be of another script.
 */
function dayNumber(text: string): number | undefined {
  const match = /^(1[0-2]|0?[1-9])\/(3[01]|[12]\p{Nd}|0?[1-9]| [1-9])\/(\p{Nd}{4})$/u.exec(text);
  const [, month, day, year] = match?.map(asciiDigits) ?? [];
  if (month === undefined || year === "0000") return undefined;
  const date = new Date(0);
  date.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return date.getUTCDate() === Number(day) ? date.getTime() / 86_400_000 : undefined;
}
