import { z } from "zod";
import { kappaOfTable } from "../../statistics/weighted-kappa.ts";
import type { Scores } from "../runs/scores.ts";

/** How single verdicts of a judge agree with the rest of the jury: the mean of the other judges, rounded to a whole point. */
export const JudgeAgreement = z.object({
  /** number of scores that are compared: one for each answer and criterion */
  n: z.int(),
  /** the share of equal points */
  exact: z.number(),
  /** the share of points that differ by at most 1; absent if no two points differ by more */
  withinOne: z.number().exactOptional(),
  /** Cohen's kappa with quadratic weights, within the run; absent if all points are equal, and for more than 101 points */
  kappa: z.number().exactOptional(),
});
export type JudgeAgreement = z.infer<typeof JudgeAgreement>;

/** Kappa needs points that judges repeat. */
const MOST_POINTS = 101;

/** Compares each judge with the others, by its name. Empty for one judge, and if single verdicts are unknown. */
export function judgeAgreements({ judges, rows }: Pick<Scores, "judges" | "rows">): Map<string, JudgeAgreement> {
  const { names = [], criteria = [] } = judges ?? {};
  if (names.length < 2) return new Map();
  const pairs = names.map(() => ({ own: [] as number[], others: [] as number[] }));
  for (const row of rows)
    for (let criterion = 0; criterion < criteria.length; criterion++)
      for (const [judge, { own, others }] of pairs.entries()) {
        const score = row.judges?.[judge]?.[criterion] ?? null;
        const mean = score === null ? undefined : meanOfOthers(row, judge, criterion, names.length);
        if (score === null || mean === undefined) continue;
        own.push(Math.round(score));
        others.push(Math.round(mean));
      }
  const lists = pairs.flatMap(({ own, others }) => [own, others]);
  const low = lists.reduce((least, points) => points.reduce((a, b) => Math.min(a, b), least), Number.POSITIVE_INFINITY);
  const high = lists.reduce((most, points) => points.reduce((a, b) => Math.max(a, b), most), Number.NEGATIVE_INFINITY);
  return new Map(
    names.flatMap((name, judge) => {
      const agreement = agreementOf(pairs[judge] ?? { own: [], others: [] }, low, high - low + 1);
      return agreement === undefined ? [] : [[name, agreement] as const];
    }),
  );
}

/** The other judges' mean score of one criterion of an answer; undefined if no other judge scored it. */
function meanOfOthers(
  { judges }: Scores["rows"][number],
  judge: number,
  criterion: number,
  count: number,
): number | undefined {
  let [sum, scored] = [0, 0];
  for (let other = 0; other < count; other++) {
    const score = other === judge ? null : (judges?.[other]?.[criterion] ?? null);
    if (score === null) continue;
    sum += score;
    scored++;
  }
  return scored === 0 ? undefined : sum / scored;
}

interface Points {
  readonly own: readonly number[];
  readonly others: readonly number[];
}

/** @param size the number of points from the lowest one, `low`, to the highest one */
function agreementOf({ own, others }: Points, low: number, size: number): JudgeAgreement | undefined {
  const n = own.length;
  if (n === 0) return undefined;
  let [equal, near] = [0, 0];
  for (const [i, point] of own.entries()) {
    const distance = Math.abs(point - (others[i] ?? 0));
    if (distance === 0) equal++;
    if (distance <= 1) near++;
  }
  const kappa = size > MOST_POINTS ? undefined : kappaOfTable(tableOf({ own, others }, low, size), "quadratic");
  return {
    n,
    exact: equal / n,
    ...(size > 2 ? { withinOne: near / n } : {}),
    ...(kappa === undefined ? {} : { kappa }),
  };
}

function tableOf({ own, others }: Points, low: number, size: number): number[][] {
  const table = Array.from({ length: size }, () => Array.from({ length: size }, () => 0));
  for (const [i, point] of own.entries()) {
    const row = table[point - low];
    const place = (others[i] ?? 0) - low;
    if (row !== undefined) row[place] = (row[place] ?? 0) + 1;
  }
  return table;
}
