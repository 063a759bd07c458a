import { z } from "zod";
import { rankSetsOf } from "../inference/rank-sets.ts";
import type { Leaderboard } from "./leaderboard/leaderboard.ts";
import type { Question } from "./statistics/ranking.ts";
import { rootTable } from "./leaderboard/root-table.ts";

const RankSpan = z.tuple([z.int(), z.int()]);

/** The changes of a release against the one before it. Names are those of models and groups, not display names. */
export const ReleaseChanges = z.object({
  previous: z.object({ name: z.string(), date: z.string() }),
  models: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** names of groups of one benchmark with a column in the root table */
  benchmarks: z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
  /** runs of the same model and benchmark whose results are others */
  runs: z.object({ added: z.int(), removed: z.int(), replaced: z.int() }),
  /** present if the two releases score by other profiles; their ranks are then not compared */
  profile: z.object({ from: z.string(), to: z.string() }).exactOptional(),
  /**
   * Models whose sets of ranks do not overlap. Ranks count only the models that both releases have, so a new model moves no other. Absent if a
   * release has no tests of pairs, or another profile.
   */
  moves: z
    .object({
      /** number of models that both releases rank */
      models: z.int(),
      rows: z.array(z.object({ model: z.string(), modelDeployment: z.string(), from: RankSpan, to: RankSpan })),
    })
    .exactOptional(),
});
export type ReleaseChanges = z.infer<typeof ReleaseChanges>;

/** Compares a release with an earlier one. */
export function releaseChanges(previous: Leaderboard, current: Leaderboard): ReleaseChanges {
  const isSameProfile = previous.profile === current.profile;
  const moves = isSameProfile ? movesOf(previous, current) : undefined;
  return {
    previous: { name: previous.name, date: previous.date },
    models: difference(modelNames(previous), modelNames(current)),
    benchmarks: difference(benchmarkNames(previous), benchmarkNames(current)),
    runs: changedRuns(previous, current),
    ...(isSameProfile ? {} : { profile: { from: previous.profile, to: current.profile } }),
    ...(moves === undefined ? {} : { moves }),
  };
}

function difference(before: readonly string[], after: readonly string[]): { added: string[]; removed: string[] } {
  return {
    added: after.filter((name) => !before.includes(name)),
    removed: before.filter((name) => !after.includes(name)),
  };
}

const modelNames = ({ models }: Leaderboard): string[] => models.map(({ name }) => name);

const benchmarkNames = (leaderboard: Leaderboard): string[] => [
  ...new Set((rootTable(leaderboard)?.columns ?? []).map(({ group }) => group)),
];

function changedRuns(previous: Leaderboard, current: Leaderboard): ReleaseChanges["runs"] {
  const [before, after] = [resultsOf(previous), resultsOf(current)];
  const names = [...after.keys()];
  return {
    added: names.filter((name) => !before.has(name)).length,
    removed: [...before.keys()].filter((name) => !after.has(name)).length,
    replaced: names.filter((name) => before.has(name) && before.get(name) !== after.get(name)).length,
  };
}

/** The result of each run by its name and wording: the hash of its content, or its score if another tool made it. */
const resultsOf = ({ runs }: Leaderboard): ReadonlyMap<string, string> =>
  new Map(
    runs.map(({ run, wording = "", contentSha256, mainValue }) => [
      `${run}\n${wording}`,
      contentSha256 ?? `${mainValue}`,
    ]),
  );

/** Undefined if a release has no tests of pairs of rows for the question that the current one asks first. */
function movesOf(previous: Leaderboard, current: Leaderboard): ReleaseChanges["moves"] {
  const question = rootTable(current)?.inference?.headline;
  if (question === undefined) return undefined;
  const [before, after] = [winsOf(previous, question), winsOf(current, question)];
  if (before.size === 0 || after.size === 0) return undefined;
  const common = [...after].filter(([key]) => before.has(key));
  const rows = [...Map.groupBy(common, ([, { wording }]) => wording).values()].flatMap((family) => {
    const keys = family.map(([key]) => key);
    const [from, to] = [ranksAmong(before, keys), ranksAmong(after, keys)];
    return family.flatMap(([, { model, modelDeployment }], i) => {
      const [a, b] = [from[i], to[i]];
      const isMove = a !== undefined && b !== undefined && (a[0] > b[1] || b[0] > a[1]);
      return isMove ? [{ model, modelDeployment, from: a, to: b }] : [];
    });
  });
  return { models: common.length, rows };
}

interface Wins {
  readonly model: string;
  readonly modelDeployment: string;
  readonly wording: string;
  readonly isBetterThan: ReadonlySet<string>;
}

/** The rows of the same wording that each ranked row of the root table is better than. */
function winsOf(leaderboard: Leaderboard, question: Question): Map<string, Wins> {
  const table = rootTable(leaderboard);
  const { families = [], level = 0 } = table?.inference ?? {};
  return new Map(
    families.flatMap((family) => {
      const answer = family[question];
      const adjustedP = answer !== undefined && "adjustedP" in answer ? answer.adjustedP : undefined;
      if (adjustedP === undefined) return [];
      const rows = family.rows.flatMap((position) => table?.rows[position] ?? []);
      const keys = rows.map(({ model, modelDeployment, wording }) => JSON.stringify([model, modelDeployment, wording]));
      return rows.map(({ model, modelDeployment, wording = "" }, j): [string, Wins] => {
        const isBetterThan = new Set(keys.filter((_, k) => k !== j && (adjustedP[j]?.[k] ?? 1) <= level));
        return [keys[j] ?? "", { model, modelDeployment, wording, isBetterThan }];
      });
    }),
  );
}

/** The sets of ranks of some rows as if no other row existed. */
const ranksAmong = (wins: ReadonlyMap<string, Wins>, names: readonly string[]) =>
  rankSetsOf(names.length, (j, k) => wins.get(names[j] ?? "")?.isBetterThan.has(names[k] ?? "") === true).rankSets.map(
    ([low, high]): [number, number] => [low, high],
  );
