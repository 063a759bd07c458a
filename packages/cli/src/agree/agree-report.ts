import { type Agreement, agreementOf } from "@medhelm/core/agreement/agreement";
import type { Rating, Scale } from "@medhelm/core/agreement/rating";
import { boundedPpi, type PpiMean, ppiMean } from "@medhelm/core/statistics/ppi-mean";
import { type Undefined, undefinedBecause } from "@medhelm/core/statistics/undefined";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import { type JudgeOfItems, type RatedAnswer, toScale } from "./judge-of-items.ts";
import type { RatedRow } from "./read-ratings.ts";
import type { RunScores } from "./run-scores.ts";
import { mean } from "@medhelm/core/statistics/mean";

export interface AgreeReport {
  readonly formatVersion: 1;
  readonly scale: Scale;
  readonly criteria: readonly string[];
  /** the source of the judge's scores */
  readonly judge: string;
  /** one per data set and criterion; "all" first, and in each the mean of the criteria first */
  readonly groups: readonly AgreeGroup[];
  /** the mean rating of clinicians for all answers of a run */
  readonly means: readonly RunMean[];
  readonly published: typeof PUBLISHED;
}
export interface AgreeGroup extends Agreement {
  readonly dataset: string;
  readonly criterion: string;
}
export interface RunMean {
  readonly suite: string;
  readonly run: string;
  readonly rated: number;
  readonly others: number;
  readonly ppi: PpiMean | Undefined;
}

/** MedHELM's paper: agreement with clinicians as it was published. The shared ratings have the jury's scores only. */
export const PUBLISHED = {
  source: "Bedi et al. 2025, MedHELM, arXiv 2505.23802",
  jury: 0.47,
  clinicians: 0.43,
  rougeL: 0.36,
  bertScore: 0.44,
} as const;

/** The name of the mean of all criteria, and of all data sets. */
export const MEAN = "mean of criteria";
export const ALL = "all";

export interface ReportInput {
  readonly rows: readonly RatedRow[];
  readonly criteria: readonly string[];
  readonly scale: Scale;
  readonly judge: JudgeOfItems;
  readonly judgeName: string;
  readonly epsilon: number;
  /** Called before each group, because its bootstrap takes long with many ratings. */
  readonly onGroup: (done: number, total: number) => void;
}

/** Compares the judge with the clinicians, for all data sets and each, for the mean of the criteria and each. */
export function agreeReport(input: ReportInput, means: readonly RunMean[]): AgreeReport {
  const { rows, criteria, scale, judge, judgeName, epsilon, onGroup } = input;
  const names = [...new Set(rows.map(({ dataset }) => dataset))].toSorted();
  const datasets = names.length > 1 ? [ALL, ...names] : [ALL];
  const kinds = criteria.length > 1 ? [MEAN, ...criteria] : [...criteria];
  const total = datasets.length * kinds.length;
  return {
    formatVersion: 1,
    scale,
    criteria,
    judge: judgeName,
    groups: datasets.flatMap((dataset, d) =>
      kinds.flatMap((criterion, k): AgreeGroup[] => {
        onGroup(d * kinds.length + k, total);
        const ratings = ratingsOf(rows, criteria, { dataset, criterion });
        if (ratings.length === 0) return [];
        const scores =
          criterion === MEAN || criteria.length === 1 ? judge.whole : (judge.criteria[criterion] ?? new Map());
        return [{ dataset, criterion, ...agreementOf({ ratings, judge: scores, scale, epsilon }) }];
      }),
    ),
    means,
    published: PUBLISHED,
  };
}

function ratingsOf(
  rows: readonly RatedRow[],
  criteria: readonly string[],
  { dataset, criterion }: { readonly dataset: string; readonly criterion: string },
): Rating[] {
  return rows
    .filter((row) => dataset === ALL || row.dataset === dataset)
    .flatMap(({ item, rater, ratings }) => {
      const value = criterion === MEAN ? meanRating(ratings, criteria) : ratings[criterion];
      return value === undefined ? [] : [{ item, rater, value }];
    });
}

/** The mean of all criteria; undefined for an answer that was rated in part. */
function meanRating(ratings: Readonly<Record<string, number>>, criteria: readonly string[]): number | undefined {
  const values = criteria.flatMap((name) => ratings[name] ?? []);
  return values.length < criteria.length ? undefined : mean(values);
}

/** For each run, the clinicians' mean of all its answers: PPI++ from the rated answers and the judge's scores of the others. */
export function runMeans(
  { rows, criteria, scale }: Pick<ReportInput, "rows" | "criteria" | "scale">,
  answers: ReadonlyMap<string, RatedAnswer>,
  range: MainRange | undefined,
): RunMean[] {
  const values = new Map<string, number[]>();
  for (const { item, ratings } of rows) {
    const value = meanRating(ratings, criteria);
    if (value !== undefined) values.set(item, [...(values.get(item) ?? []), value]);
  }
  const runs = new Set([...answers.values()].map(({ run }) => run));
  return [...runs].map((run) => {
    const scoreOf = (answer: string): number | undefined => {
      const stat = run.answers.get(answer)?.stat;
      return stat === undefined ? undefined : toScale(stat, range ?? run.range, scale, run.stat);
    };
    const rated = [...answers].flatMap(([item, one]) => {
      const [human, judge] = [values.get(item), scoreOf(one.answer)];
      if (one.run !== run || human === undefined || judge === undefined) return [];
      return [{ answer: one.answer, human: mean(human), judge }];
    });
    const known = new Set(rated.map(({ answer }) => answer));
    const judgeElsewhere = [...run.answers.keys()].flatMap((answer) =>
      known.has(answer) ? [] : (scoreOf(answer) ?? []),
    );
    const human = rated.map((one) => one.human);
    const judgeOnHuman = rated.map((one) => one.judge);
    return {
      suite: run.suite,
      run: run.run,
      rated: rated.length,
      others: judgeElsewhere.length,
      ppi: ppiOf(run, scale, { human, judgeOnHuman, judgeElsewhere }),
    };
  });
}

function ppiOf(run: RunScores, scale: Scale, scores: Parameters<typeof ppiMean>[0]): PpiMean | Undefined {
  const rated = scores.human.length;
  if (rated < 2) return undefinedBecause("fewer than two rated answers have a score of the judge");
  const found = ppiMean(scores);
  return found === undefined
    ? undefinedBecause(`all scored answers of ${run.run} are rated, so that their mean needs no judge`)
    : boundedPpi(found, rated, scale);
}
