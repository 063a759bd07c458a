import type { Scale } from "@medhelm/core/agreement/rating";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import { UserError } from "@medhelm/core/user-error";
import type { RatedRow } from "./read-ratings.ts";
import { answerKey, type RunScores } from "./run-scores.ts";
import type { SheetKey } from "./sheet-key.ts";

/** The judge's scores of the rated items, on the scale of the ratings. */
export interface JudgeOfItems {
  /** of the whole answer, by item */
  readonly whole: ReadonlyMap<string, number>;
  /** by criterion and item */
  readonly criteria: Readonly<Record<string, ReadonlyMap<string, number>>>;
}

/** The scores in the sheet itself: the column of `stat`, or the mean of the criteria's columns. */
export function judgeInSheet(
  rows: readonly RatedRow[],
  criteria: readonly string[],
  stat: string | undefined,
): JudgeOfItems {
  const whole = new Map<string, number>();
  for (const { item, judge } of rows) {
    const scores = stat === undefined ? criteria.map((name) => judge[name]) : [judge[stat]];
    const known = scores.filter((score) => score !== undefined);
    if (known.length === scores.length) whole.set(item, known.reduce((sum, score) => sum + score, 0) / known.length);
  }
  return {
    whole,
    criteria: Object.fromEntries(
      criteria.map((name) => [
        name,
        new Map(rows.flatMap(({ item, judge }) => (judge[name] === undefined ? [] : [[item, judge[name]] as const]))),
      ]),
    ),
  };
}

/** The answer that a row rates. */
export interface RatedAnswer {
  readonly run: RunScores;
  readonly answer: string;
}

/** Finds the answer of each row. @throws UserError for an item that is not in the key or in the runs */
export function answersOfRows(
  rows: readonly RatedRow[],
  runs: readonly RunScores[],
  key: SheetKey | undefined,
): ReadonlyMap<string, RatedAnswer> {
  const found = new Map<string, RatedAnswer>();
  for (const row of rows) {
    if (found.has(row.item)) continue;
    found.set(row.item, key === undefined ? answerByNames(row, runs) : answerByKey(row, runs, key));
  }
  return found;
}

function answerByKey({ at, names }: RatedRow, runs: readonly RunScores[], { items }: SheetKey): RatedAnswer {
  const name = names["item"] ?? "";
  const entry = Object.hasOwn(items, name) ? items[name] : undefined;
  if (entry === undefined)
    throw new UserError(`${at}: the key has no item "${name}"; name the key of this sheet with --key`);
  const run = runs.find((one) => one.suite === entry.suite && one.run === entry.run);
  const answer = answerKey(entry.instance, entry.trial);
  if (run?.answers.has(answer) !== true)
    throw new UserError(
      `${at}: ${name} is instance ${entry.instance} of ${entry.run}, which no longer has it; restore the run`,
    );
  return { run, answer };
}

/** Names in sheets and runs may differ in "/" and "_". */
const plain = (name: string): string => name.replaceAll("/", "_").toLowerCase();

function answerByNames({ at, names }: RatedRow, runs: readonly RunScores[]): RatedAnswer {
  const { instance_id: id, run: named, model_key: model, dataset_name: dataset, trial = "0" } = names;
  if (id === undefined)
    throw new UserError(`${at}: the sheet has items of medhelm agree sheet; name its key with --key FILE`);
  const fits = runs.filter(
    (run) =>
      (named === undefined || named === run.run) &&
      (model === undefined || run.model === undefined || plain(model) === plain(run.model)) &&
      (dataset === undefined || run.benchmark === undefined || plain(dataset) === plain(run.benchmark)),
  );
  const answer = answerKey(id, Number(trial || 0));
  const [run, other] = fits.filter(({ answers }) => answers.has(answer));
  if (run === undefined)
    throw new UserError(
      `${at}: no run has this answer (${Object.values(names).join(" · ")}); name its run with --run, or delete the line`,
    );
  if (other !== undefined)
    throw new UserError(`${at}: both ${run.run} and ${other.run} have instance ${id}; add the column model_key or run`);
  return { run, answer };
}

/** The scores that runs have, put onto the scale of the ratings. @throws UserError for a stat on an unknown scale */
export function judgeInRuns(
  answers: ReadonlyMap<string, RatedAnswer>,
  criteria: readonly string[],
  scale: Scale,
  range?: MainRange,
): JudgeOfItems {
  const onto = (score: number, run: RunScores): number => toScale(score, range ?? run.range, scale, run.stat);
  const scored = [...answers].map(([item, { run, answer }]) => ({ item, run, scores: run.answers.get(answer) }));
  return {
    whole: new Map(
      scored.flatMap(({ item, run, scores }) =>
        scores?.stat === undefined ? [] : [[item, onto(scores.stat, run)] as const],
      ),
    ),
    criteria: Object.fromEntries(
      criteria.map((name) => [
        name,
        new Map(
          scored.flatMap(({ item, run, scores }) => {
            const score = scores?.criteria[name];
            return score === undefined ? [] : [[item, onto(score, run)] as const];
          }),
        ),
      ]),
    ),
  };
}

/** Puts a score of `range` onto the scale; a stat without a known range must be on the scale already. */
export function toScale(score: number, range: MainRange | undefined, { min, max }: Scale, stat: string): number {
  const mapped = range === undefined ? score : min + ((score - range.min) / (range.max - range.min)) * (max - min);
  if (mapped < min - 1e-9 || mapped > max + 1e-9)
    throw new UserError(
      `--stat ${stat}: the score ${score} is off the scale of the ratings, ${min} to ${max}; name the range of the stat, as in --stat-range 0-1, and the scores are put onto the scale`,
    );
  return mapped;
}
