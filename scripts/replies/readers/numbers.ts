import { answerText, readDate, readNumber, readWeeksAndDays } from "@medhelm/benchmarks/medcalc-bench/read-answer";
import { pythonFloat } from "@medhelm/core/metrics/python-number";
import { strip } from "@medhelm/core/metrics/python-text";
import { type GroupReader, withoutSteps } from "../group-reader.ts";
import type { ValueOf } from "../reply-cases.ts";

type Value = ValueOf<"numbers">;
const isoDate = (date: readonly [number, number, number] | undefined): Value | undefined =>
  date === undefined
    ? undefined
    : `${String(date[2]).padStart(4, "0")}-${String(date[0]).padStart(2, "0")}-${String(date[1]).padStart(2, "0")}`;
const pair = (value: readonly [number, number] | undefined): Value | undefined =>
  value === undefined ? undefined : [value[0], value[1]];

/** 0.5 per cent */
const TOLERANCE = 0.005;

export const numbers: GroupReader<"numbers"> = {
  helm: (reply, { type }) => {
    const text = strip(reply);
    if (type === "date") return /^\d{1,2}\/\d{1,2}\/\d{4}$/.test(text) ? isoDate(readDate(text)) : undefined;
    if (type === "weeks and days") {
      const [, weeks, days] = /^\('(\d+) weeks', '(\d+) days'\)/.exec(text) ?? [];
      return weeks === undefined ? undefined : [Number(weeks), Number(days)];
    }
    return pythonFloat(text);
  },
  corrected: (reply, { type, question }) => {
    const answer = answerText(reply);
    if (type === "date") return withoutSteps(isoDate(readDate(answer)));
    if (type === "weeks and days") return withoutSteps(pair(readWeeksAndDays(answer)));
    const isScore = type === "integer";
    return withoutSteps(readNumber(answer, { isScore, isPercentage: isScore || /percentage value/i.test(question) }));
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
