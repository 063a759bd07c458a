import type { Site } from "../release/site.ts";
import { capital, inWords, score } from "../text/numbers.ts";
import type { BenchmarkColumn, Entry } from "./column.ts";
import type { Floor } from "./floor.ts";

/** The result of a benchmark in one clause, from the numbers alone. */
export function headline(site: Site, column: BenchmarkColumn, floor: Floor | undefined): string {
  const { entries } = column;
  const [best] = entries;
  const last = entries.at(-1);
  if (best === undefined || last === undefined) return "No model has a score on it";
  const name = ({ row }: Entry) => site.modelName(row.model);
  if (entries.length === 1) return `Only ${name(best)} has a score: ${score(best.value, best.interval)}`;
  const spread = `scores run from ${score(last.value, last.interval)} to ${score(best.value, best.interval)}`;
  const below = floor === undefined ? [] : entries.filter((entry) => !isAbove(column, entry, floor.value));
  if (floor !== undefined && below.length === entries.length) return `No model is clearly better than ${floor.what}`;
  if (floor !== undefined && below.length > 0)
    return `${capital(inWords(below.length))} of ${inWords(entries.length)} models ${below.length === 1 ? "is" : "are"} not clearly better than ${floor.what}`;
  if (best.value === last.value)
    return `The ${inWords(entries.length)} models have the same score, ${score(best.value, best.interval)}`;
  if (entries.every(({ mayBeBest }) => mayBeBest === undefined))
    return `The ${inWords(entries.length)} ${spread}; their differences are not tested`;
  const level = entries.filter(({ mayBeBest }) => mayBeBest === true).length;
  if (level === entries.length) return `No model differs clearly from the best; ${spread}`;
  return level === 1
    ? `${name(best)} is clearly the best; ${spread}`
    : `${capital(inWords(level))} of ${inWords(entries.length)} models are level at the top; ${spread}`;
}

/** Whether the whole interval is better than the floor; without an interval, whether the value is. */
export function isAbove({ lowerIsBetter }: BenchmarkColumn, { value, interval }: Entry, floor: number): boolean {
  return lowerIsBetter ? (interval?.high ?? value) < floor : (interval?.low ?? value) > floor;
}
