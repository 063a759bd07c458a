import { asksPercent } from "@medhelm/core/reading/asked-for";
import { readDate, readWeeksAndDays } from "@medhelm/core/reading/read-date";
import { readNumber } from "@medhelm/core/reading/read-number";
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
    if (type === "date") return found(readDate(reply, question));
    if (type === "weeks and days") {
      const { value, steps } = found(readWeeksAndDays(reply, question));
      return { value: value && [value[0], value[1]], steps };
    }
    const isScore = type === "integer";
    return found(readNumber(reply, { question, isScore, isPercentage: isScore || asksPercent(question) }));
  },
  isEqual: (value, expected, { type }) => {
    if (typeof value !== "number" || typeof expected !== "number")
      return JSON.stringify(value) === JSON.stringify(expected);
    if (type === "integer") return roundHalfEven(value) === roundHalfEven(expected);
    return Math.abs(value - expected) <= TOLERANCE * Math.abs(expected);
  },
};

function roundHalfEven(value: number): number {
  const below = Math.floor(value);
  if (value - below !== 0.5) return Math.round(value);
  return below % 2 === 0 ? below : below + 1;
}

function isoDate(text: string): Value | undefined {
  const [, month = "", day = "", year = ""] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  return year === "" ? undefined : `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
}
