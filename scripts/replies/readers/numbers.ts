import { readValueOfType, roundHalfEven } from "@medhelm/benchmarks/medcalc-bench/verdict";
import { pythonFloat } from "@medhelm/core/metrics/python-number";
import { strip } from "@medhelm/core/metrics/python-text";
import { found, type GroupReader } from "../group-reader.ts";
import type { ValueOf } from "../reply-cases.ts";

type Value = ValueOf<"numbers">;

/** 0.5 per cent */
const TOLERANCE = 0.005;

export const numbers: GroupReader<"numbers"> = {
  helm: (reply, { type }) => {
    const text = strip(reply);
    if (type === "date") return isoDate(text);
    if (type === "weeks and days") {
      const [, weeks, days] = /^\('(\d+) weeks', '(\d+) days'\)/.exec(text) ?? [];
      return weeks === undefined ? undefined : [Number(weeks), Number(days)];
    }
    return pythonFloat(text);
  },
  corrected: (reply, { type, question }) => {
    const { value, steps } = found(readValueOfType(reply, type, question));
    return { value: typeof value === "object" ? [value[0], value[1]] : value, steps };
  },
  isEqual: (value, expected, { type }) => {
    if (typeof value !== "number" || typeof expected !== "number")
      return JSON.stringify(value) === JSON.stringify(expected);
    if (type === "integer") return roundHalfEven(value) === roundHalfEven(expected);
    return Math.abs(value - expected) <= TOLERANCE * Math.abs(expected);
  },
};

function isoDate(text: string): Value | undefined {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === "" ? undefined : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
