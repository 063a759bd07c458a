import {
  conclusionsOf,
  type PairTests,
  plainPairTests,
  studentisedPairTests,
} from "@medhelm/core/inference/pair-tests";
import { leadersOf } from "@medhelm/core/inference/leaders";
import { stepDown } from "@medhelm/core/inference/step-down";
import { stratifiedReplicates } from "@medhelm/core/inference/stratified-replicates";
import { z } from "zod";
import { paperFile } from "./files.ts";
import { type Section, section } from "./section.ts";

const rows = z.array(z.array(z.number()));

const romanoWolf = section(
  z.object({ statistics: z.array(z.number()), nullStatistics: rows }),
  ({ statistics, nullStatistics }) => ({
    adjustedP: [
      ...stepDown(statistics, nullStatistics.length, (replicate, into) => into.set(nullStatistics[replicate] ?? [])),
    ],
  }),
);

const rankSets = section(
  z.object({ scores: rows, resamples: z.array(z.array(z.int())), alpha: z.number().default(0.05) }),
  ({ scores, resamples, alpha }) => {
    const items = scores[0]?.length ?? 0;
    const replicated = stratifiedReplicates(
      { scores: Float64Array.from(scores.flat()), models: scores.length, strata: new Int32Array(items) },
      resamples.length,
      (replicate, into) => into.set(resamples[replicate] ?? []),
    );
    const { values } = replicated;
    const pairs = [...values.keys()].flatMap((j) => [...values.keys()].flatMap((k) => (j === k ? [] : [[j, k]])));
    const ordered = (matrix: Float64Array) => pairs.map(([j = 0, k = 0]) => matrix[j * scores.length + k]);
    const conclusions = ({ statistics, adjustedP }: PairTests) => {
      const { rankSets: sets, best } = conclusionsOf(values, adjustedP, alpha);
      const tests = { statistics: ordered(statistics), adjustedP: ordered(adjustedP) };
      return { ...tests, rankSets: sets, possiblyBest: best };
    };
    const plain = plainPairTests(replicated, alpha);
    const { smallestTellableDifference } = plain;
    return {
      means: [...values],
      pairs,
      plain: { ...conclusions(plain), smallestTellableDifference },
      studentised: conclusions(studentisedPairTests(replicated)),
    };
  },
);

/** First place by mean win rate in the paper's table, when the model or the benchmark `leftOut` is left out. */
const paperStability: Section = (input) => {
  const table = paperFile("leaderboard.csv");
  if (table === undefined) return { skipped: "../shared/paper/leaderboard.csv is not on this machine" };
  const [header = [], ...lines] = table
    .replace("\uFEFF", "")
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));
  return section(z.object({ leftOut: z.string() }), ({ leftOut }) => {
    const models = lines.filter(([model]) => model !== leftOut);
    const columns = header.flatMap((name, place) =>
      place < 2 || name === leftOut || name.split(" - ", 1)[0] === leftOut ? [] : [place],
    );
    const leaders = leadersOf(
      columns.map((place) => ({ lowerIsBetter: false, values: models.map((line) => Number(line[place])) })),
      models.length,
    );
    return { first: models[leaders?.first[0] ?? -1]?.[0], meanWinRate: leaders?.meanWinRate };
  })(input);
};

/** Joint inference over models (packages/core/src/inference). */
export const INFERENCE: Readonly<Record<string, Section>> = { romanoWolf, rankSets, paperStability };
