import { winRates } from "@medhelm/core/release/leaderboard/mean-win-rate";
import { boundedInterval } from "@medhelm/core/statistics/bounded-interval";
import { clopperPearson } from "@medhelm/core/statistics/clopper-pearson";
import { clusterBootstrap } from "@medhelm/core/statistics/cluster-bootstrap";
import { clusterRobust, tInterval } from "@medhelm/core/statistics/cluster-robust";
import { clusterSums } from "@medhelm/core/statistics/cluster-sums";
import { detectableDifference, detectablePaper, itemsNeeded } from "@medhelm/core/statistics/detectable";
import { equalWidthEce } from "@medhelm/core/statistics/equal-width-ece";
import type { Interval } from "@medhelm/core/statistics/interval";
import { pooledIcc } from "@medhelm/core/statistics/intraclass";
import { midPMcNemar } from "@medhelm/core/statistics/mcnemar";
import { meanOfRuns } from "@medhelm/core/statistics/mean-of-runs";
import { missingBounds } from "@medhelm/core/statistics/missing-bounds";
import { benjaminiHochberg, benjaminiYekutieli, holm } from "@medhelm/core/statistics/multiple-testing";
import { pairedCluster } from "@medhelm/core/statistics/paired-cluster";
import { ppiMean } from "@medhelm/core/statistics/ppi-mean";
import { betaQuantile, fQuantile, normalQuantile, tQuantile } from "@medhelm/core/statistics/quantiles";
import { repeats } from "@medhelm/core/statistics/repeats";
import { severityAdjusted } from "@medhelm/core/statistics/severity-adjusted";
import { twoWay } from "@medhelm/core/statistics/two-way";
import { isUndefined } from "@medhelm/core/statistics/undefined";
import { winMatrix } from "@medhelm/core/statistics/win-matrix";
import { wilson } from "@medhelm/core/statistics/wilson";
import { z } from "zod";
import { type Section, section } from "./section.ts";

const Level = z.number().gt(0).lt(1).default(0.95);
const Score = z.number().nullable();
const Clusters = z.array(z.union([z.string(), z.number()]));
const Proportion = z.object({ successes: z.int().nonnegative(), n: z.int().nonnegative(), level: Level });
const Clustered = z.object({ scores: z.array(Score), clusters: Clusters.nullish() });
const Tests = z.object({ p: z.array(Score) });

const pair = (interval: Interval | undefined) => (interval === undefined ? undefined : [interval.low, interval.high]);

/** Leaves out what has no score. */
function observed({ scores, clusters }: z.infer<typeof Clustered>) {
  const kept = scores.flatMap((score, i) => (score === null ? [] : [{ score, cluster: clusters?.[i] ?? "" }]));
  return {
    scores: kept.map(({ score }) => score),
    ...(clusters == null ? {} : { clusters: kept.map(({ cluster }) => cluster) }),
  };
}

/** Adjusts what has a p-value; what has none is in no family. */
const adjusted = (adjust: (p: readonly number[]) => readonly number[]): Section =>
  section(Tests, ({ p }) => {
    const values = adjust(p.filter((value) => value !== null)).values();
    return p.map((value) => (value === null ? null : values.next().value));
  });

/** Single scores, intervals, tests, and what a table needs of them (packages/core/src/statistics). */
export const BASIC: Readonly<Record<string, Section>> = {
  quantiles: section(
    z.discriminatedUnion("dist", [
      z.object({ dist: z.literal("t"), p: z.number(), df: z.number() }),
      z.object({ dist: z.literal("beta"), p: z.number(), a: z.number(), b: z.number() }),
      z.object({ dist: z.literal("F"), p: z.number(), df1: z.number(), df2: z.number() }),
      z.object({ dist: z.literal("normal"), p: z.number() }),
    ]),
    (of) => {
      if (of.p <= 0 || of.p >= 1) return of.dist === "beta" ? betaQuantile(of.p, of.a, of.b) : undefined;
      if (of.dist === "t") return tQuantile(of.p, of.df);
      if (of.dist === "beta") return betaQuantile(of.p, of.a, of.b);
      return of.dist === "F" ? fQuantile(of.p, of.df1, of.df2) : normalQuantile(of.p);
    },
  ),
  wilson: section(Proportion, ({ successes, n, level }) => pair(wilson(successes, n, level))),
  clopperPearson: section(Proportion, ({ successes, n, level }) => pair(clopperPearson(successes, n, level))),
  clusterRobust: section(Clustered, (input) => {
    const { scores, clusters } = observed(input);
    const robust = clusterRobust(scores, clusters);
    if (robust === undefined) return undefined;
    const { mean, clusters: m, se, seMiller, degrees } = robust;
    return { mean, clusters: m, se, seMiller, df: degrees, tInterval: pair(tInterval(robust, 0.95)) };
  }),
  boundedInterval: section(Clustered.extend({ min: z.number(), max: z.number(), level: Level }), (input) => {
    const { min, max, level } = input;
    const found = boundedInterval({ min, max, level, ...observed(input) });
    return found && { ...found, deff: found.designEffect };
  }),
  pooledIcc: section(z.object({ models: z.array(z.array(Score)), clusters: Clusters }), ({ models, clusters }) => {
    const answered = [...clusters.keys()].filter((i) => models.every((scores) => scores[i] != null));
    const found = pooledIcc(
      models.map((scores) => answered.map((i) => scores[i] ?? Number.NaN)),
      answered.map((i) => clusters[i] ?? ""),
    );
    return found && { ...found, deff: found.designEffect };
  }),
  meanOfRuns: section(z.object({ runs: z.array(Clustered) }), ({ runs }) => meanOfRuns(runs.map(observed))),
  clusterBootstrap: section(
    z.object({
      scores: z.array(z.number()),
      clusters: Clusters,
      order: Clusters,
      resamples: z.array(z.array(z.int())),
      level: Level,
    }),
    ({ scores, clusters, order, resamples, level }) => {
      const names = [...new Set(clusters)];
      const sums = clusterSums(scores, clusters);
      const found = clusterBootstrap(
        order.flatMap((name) => sums[names.indexOf(name)] ?? []),
        resamples,
        level,
      );
      return (
        found && {
          ...found,
          percentile: pair(found.percentile),
          bca: pair(found.bca),
          acceleration: found.bca?.acceleration,
          z0: found.bca?.z0,
          studentised: pair(found.studentised),
        }
      );
    },
  ),
  midPMcNemar: section(z.object({ onlyA: z.int(), onlyB: z.int() }), ({ onlyA, onlyB }) => midPMcNemar(onlyA, onlyB)),
  pairedCluster: section(
    z.object({ a: z.array(Score), b: z.array(Score), clusters: Clusters.nullish() }),
    ({ a, b, clusters }) => {
      const both = a.flatMap((score, i) => {
        const other = b[i];
        return score === null || other == null ? [] : [{ score, other, cluster: clusters?.[i] ?? "" }];
      });
      const found = pairedCluster(
        both.map(({ score }) => score),
        both.map(({ other }) => other),
        clusters == null ? undefined : both.map(({ cluster }) => cluster),
      );
      return (
        found && {
          ...found,
          df: found.degrees,
          interval: pair(found.interval),
          zeroSeIs: "p = 1 where difference = 0 and se = 0",
        }
      );
    },
  ),
  holm: adjusted(holm),
  benjaminiHochberg: adjusted(benjaminiHochberg),
  benjaminiYekutieli: adjusted(benjaminiYekutieli),
  winRates: section(
    z.object({ scores: z.array(z.array(Score)), higherIsBetter: z.boolean() }),
    ({ scores, higherIsBetter }) => {
      const width = Math.max(0, ...scores.map((row) => row.length));
      const columns = Array.from({ length: width }, (_, column) => ({
        lowerIsBetter: !higherIsBetter,
        values: scores.map((row) => row[column] ?? null),
      }));
      const { shares, sdOverOpponents } = winMatrix(
        scores.map((row) => row.map((score) => score ?? undefined)),
        columns.map(({ lowerIsBetter }) => lowerIsBetter),
      );
      return {
        matrix: shares,
        rates: winRates(columns, scores.length).map(({ rate, columns: n }, row) => ({
          meanWinRate: rate,
          columns: n,
          sdOverOpponents: sdOverOpponents[row],
        })),
      };
    },
  ),
  severityAdjusted: section(z.object({ scores: z.array(z.array(Score)) }), ({ scores }) => {
    const found = severityAdjusted(scores.map((row) => row.map((score) => score ?? undefined)));
    return isUndefined(found) ? undefined : found;
  }),
  ppiMean: section(
    z.object({
      human: z.array(z.number()),
      judgeOnHuman: z.array(z.number()),
      judgeElsewhere: z.array(z.number()),
      level: Level,
    }),
    ({ level, ...scores }) => {
      const found = ppiMean(scores, level);
      return found && { ...found, lambda_: found.lambda, interval: pair(found.interval) };
    },
  ),
  twoWay: section(
    z.object({ gold: z.array(z.number().nullable()), answer: z.array(z.number().nullable()) }),
    ({ gold, answer }) =>
      twoWay(
        gold.flatMap((truth, i) => {
          const given = answer[i];
          return truth === null || given == null ? [] : [[truth === 1, given === 1] as const];
        }),
      ),
  ),
  ece: section(
    z.object({ confidence: z.array(Score), correct: z.array(Score), bins: z.int() }),
    ({ confidence, correct, bins }) => {
      const answers = confidence.flatMap((value, i) => {
        const isCorrect = correct[i];
        return value === null || isCorrect == null ? [] : [{ confidence: value, isCorrect: isCorrect === 1 }];
      });
      const found = equalWidthEce(answers, bins);
      return { eceEqualWidth: found?.ece, brier: found?.brier };
    },
  ),
  repeats: section(z.object({ scores: z.array(z.array(Score)) }), ({ scores }) =>
    repeats(scores.map((item) => item.filter((score) => score !== null))),
  ),
  missingBounds: section(
    z.object({ asked: z.int(), observed: z.int(), sum: z.number(), min: z.number(), max: z.number() }),
    missingBounds,
  ),
  detectable: section(
    z.object({
      sdOfDifferences: z.number(),
      n: z.number(),
      alpha: z.number(),
      power: z.number(),
      comparisons: z.int(),
    }),
    ({ sdOfDifferences: sd, n, ...power }) => ({
      mde: n > 0 ? detectableDifference(sd / Math.sqrt(n), power) : undefined,
      nFor: [0.02, 0.05].map((difference) => ({ difference, n: itemsNeeded(difference, sd, power) })),
      mdePaper: n > 0 ? detectablePaper(sd / Math.sqrt(n)) : undefined,
    }),
  ),
};
