import { capital, inWords, listed, money, score } from "../text/numbers.ts";
import type { RankedRow, RankedView } from "./ranked-view.ts";

/** The answer of a ranking in one sentence: `head`, and the part that names a choice. */
export interface Finding {
  readonly head: string;
  readonly tail: string | undefined;
}

/** With more models that cannot be told apart, a sentence with names says nothing. */
const MOST_NAMED = 7;

/**
 * The finding of a ranking, from its numbers only.
 * @param task what the benchmarks are about, as the end of a sentence, e.g. "for writing notes"
 */
export function finding(view: RankedView, task?: string): Finding {
  const where = task === undefined ? "" : ` ${task}`;
  const rules = view.rows.filter(({ isBaseline }) => isBaseline);
  const models = view.rows.filter(({ isBaseline }) => !isBaseline);
  if (models.length === 0 && rules.length > 0) {
    const level = rules.filter(({ isLevel }) => isLevel);
    const chosen = level.length > 1 ? choice(level) : undefined;
    return {
      head: headOf(view, rules, "built-in models", where),
      tail: `${chosen === undefined ? "they" : `${chosen}; all`} are rules of this software, not language models`,
    };
  }
  const rule = rules.find(({ isLevel }) => isLevel);
  if (rule !== undefined)
    return {
      head: `No model is clearly better than a built-in rule${where}`,
      tail: `${rule.short} uses no language model`,
    };
  return { head: headOf(view, models, "models", where), tail: tailOf(view, models) };
}

function headOf(view: RankedView, rows: readonly RankedRow[], noun: string, where: string): string {
  const [first] = rows;
  if (first === undefined) return `Nothing has been run yet${where}`;
  if (view.rows.length === 1)
    return `${first.short} ${first.value === undefined ? "has no score" : `scores ${score(first.value, first.outer ?? first.inner)}`}${where}`;
  if (!view.isTested) return untested(view, rows, noun, where);
  const level = rows.filter(({ isLevel }) => isLevel);
  const [best] = level;
  if (level.length === 1 && best !== undefined)
    return best.ranks?.[1] === 1
      ? `${best.short} is better than every other model${where}`
      : `${best.short} is the only model that may be the best${where}`;
  if (level.length < rows.length)
    return `${capital(inWords(level.length))} of ${inWords(rows.length)} ${noun} cannot be told apart at the top${where}`;
  return rows.length === 2
    ? `${listed(rows.map(({ short }) => short))} cannot be told apart${where}`
    : `All ${inWords(rows.length)} ${noun} are level at the top${where}`;
}

function tailOf(view: RankedView, rows: readonly RankedRow[]): string | undefined {
  if (rows.length === 0) return undefined;
  if (view.rows.length === 1) return "no other model has been measured, so nothing ranks it";
  if (!view.isTested) return "no test says whether the others differ by more than chance";
  const level = rows.filter(({ isLevel }) => isLevel);
  const [best] = level;
  return level.length === 1 && best !== undefined ? scoreText(best) : choice(level);
}

function untested({ measure }: RankedView, rows: readonly RankedRow[], noun: string, where: string): string {
  const values = rows.flatMap(({ value }) => value ?? []);
  const highest = Math.max(...values);
  const leaders = rows.filter(({ value }) => value === highest);
  const name = measure === "winRate" ? "mean win rate" : "score";
  const all = `${inWords(rows.length)} ${noun}`;
  if (values.length === 0) return `${capital(all)} have been run${where}`;
  return leaders.length === 1
    ? `${leaders[0]?.short ?? ""} has the highest ${name} of ${all}${where}`
    : `${capital(inWords(leaders.length))} of ${all} share the highest ${name}${where}`;
}

const scoreText = (row: RankedRow): string | undefined =>
  row.value === undefined ? undefined : `its score is ${score(row.value, row.outer ?? row.inner)}`;

/** The cost and the openness by which the reader can choose where scores do not decide. Undefined if nothing is known, or if too many are level. */
function choice(level: readonly RankedRow[]): string | undefined {
  if (level.length > MOST_NAMED) return undefined;
  const cheapest = cheapestOf(level);
  const open = level.filter(({ isOpen }) => isOpen === true);
  const price = cheapest && `the cheapest of them is ${cheapest.short} at ${money(cheapest.costUsd ?? 0)}`;
  if (open.length === 1 && open[0] === cheapest) return `${price}, which is also the open one`;
  const parts = [price, openText(open, level)].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(", ");
}

/** Undefined if a cost is unknown, or if several rows share the least. */
function cheapestOf(level: readonly RankedRow[]): RankedRow | undefined {
  if (level.some(({ costUsd }) => costUsd === undefined)) return undefined;
  const least = Math.min(...level.map(({ costUsd }) => costUsd ?? 0));
  const [first, second] = level.filter(({ costUsd }) => costUsd === least);
  return second === undefined ? first : undefined;
}

function openText(open: readonly RankedRow[], level: readonly RankedRow[]): string | undefined {
  if (level.every(({ isOpen }) => isOpen === false)) return "all of them have closed weights";
  if (open.length === 0 || open.length > 3 || open.length === level.length) return undefined;
  return `the open ${open.length === 1 ? "one is" : "ones are"} ${listed(open.map(({ short }) => short))}`;
}

/** The finding as one line of plain text, e.g. for search engines. */
export const findingText = ({ head, tail }: Finding): string => `${head}${tail === undefined ? "" : `; ${tail}`}.`;
