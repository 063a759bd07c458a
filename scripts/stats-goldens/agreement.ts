import { readTable } from "@medhelm/benchmarks/files/read-table";
import { agreementOf } from "@medhelm/core/agreement/agreement";
import type { Measure } from "@medhelm/core/agreement/measure";
import { altTest } from "@medhelm/core/statistics/alt-test";
import { gwet } from "@medhelm/core/statistics/gwet";
import { icc } from "@medhelm/core/statistics/icc";
import { krippendorffAlpha } from "@medhelm/core/statistics/krippendorff-alpha";
import { pairAgreement } from "@medhelm/core/statistics/pair-agreement";
import type { RatingPair } from "@medhelm/core/statistics/rating-pair";
import { spearman } from "@medhelm/core/statistics/spearman";
import { weightedKappa } from "@medhelm/core/statistics/weighted-kappa";
import { z } from "zod";
import { paperFile } from "./files.ts";
import { type Section, section } from "./section.ts";

const Rating = z.number().nullable();
const Ratings = z.array(z.array(Rating));
const Categories = z.array(z.number());
const Pairs = z.object({ a: z.array(Rating), b: z.array(Rating) });
const ByItem = z.record(z.string(), z.number());

/** The items that both raters have rated. */
const pairsOf = ({ a, b }: z.infer<typeof Pairs>): RatingPair[] =>
  a.flatMap((first, i) => {
    const second = b[i];
    return first === null || second == null ? [] : [[first, second] as const];
  });

const numberOf = (measure: Measure | undefined): number | undefined =>
  measure === undefined || "undefinedBecause" in measure ? undefined : measure.value;

/** Agreement between raters (packages/core/src/agreement). */
export const AGREEMENT: Readonly<Record<string, Section>> = {
  icc: section(z.object({ ratings: Ratings }), ({ ratings }) =>
    icc(ratings.map((row) => row.filter((value) => value !== null)).filter((row) => row.length === ratings[0]?.length)),
  ),
  krippendorffAlpha: section(z.object({ ratings: Ratings }), ({ ratings }) => ({
    nominal: krippendorffAlpha(ratings, "nominal"),
    ordinal: krippendorffAlpha(ratings, "ordinal"),
    interval: krippendorffAlpha(ratings, "interval"),
  })),
  gwet: section(z.object({ ratings: Ratings, categories: Categories }), ({ ratings, categories }) => ({
    AC1: gwet(ratings, categories, "identity"),
    AC2quadratic: gwet(ratings, categories, "quadratic"),
    AC2linear: gwet(ratings, categories, "linear"),
    AC2ordinal: gwet(ratings, categories, "ordinal"),
  })),
  weightedKappa: section(Pairs.extend({ categories: Categories }), ({ categories, ...raters }) => {
    const pairs = pairsOf(raters);
    return {
      unweighted: weightedKappa(pairs, categories, "none"),
      linear: weightedKappa(pairs, categories, "linear"),
      quadratic: weightedKappa(pairs, categories, "quadratic"),
      ...pairAgreement(pairs),
    };
  }),
  spearman: section(Pairs, (raters) => {
    const found = spearman(pairsOf(raters));
    return { rho: found?.rho, fisher95: found?.fisher95 && [found.fisher95.low, found.fisher95.high] };
  }),
  altTest: section(
    z.object({
      humans: z.record(z.string(), ByItem),
      judge: ByItem,
      score: z.enum(["negative RMSE", "accuracy"]),
      epsilon: z.number(),
      q: z.number(),
      minHumansPerItem: z.int(),
      minItemsPerHuman: z.int(),
    }),
    ({ humans, judge, ...rules }) =>
      altTest({
        humans: new Map(Object.entries(humans).map(([name, ratings]) => [name, new Map(Object.entries(ratings))])),
        judge: new Map(Object.entries(judge)),
        ...rules,
      }),
  ),
  paperAgreement: (input) => {
    const text = paperFile("human_annotation_anonymous.csv");
    if (text === undefined) return { skipped: "../shared/paper/human_annotation_anonymous.csv is not on this machine" };
    return section(z.object({ dataset: z.string() }), ({ dataset }) => paperAgreement(text, dataset))(input);
  },
};

/** The paper's clinicians and jury. @param dataset a name in the file; every other text means all */
function paperAgreement(text: string, dataset: string): unknown {
  const { rows } = readTable({ label: "ratings", bytes: new TextEncoder().encode(text), sha256: "" });
  const names = new Set(rows.map(({ cells }) => cells["dataset_name"]));
  const read = rows
    .map(({ cells }) => cells)
    .filter((cells) => !names.has(dataset) || cells["dataset_name"] === dataset)
    .map((cells) => {
      const mean = (prefix: string): number =>
        ["accuracy", "completeness", "clarity"].reduce((sum, name) => sum + Number(cells[`${prefix}${name}`]), 0) / 3;
      const item = `${cells["dataset_name"]} ${cells["instance_id"]} ${cells["model_key"]}`;
      return { item, rater: cells["rater"] ?? "", value: mean(""), judge: mean("llm_") };
    });
  const judge = new Map(read.map((row) => [row.item, row.judge]));
  const found = agreementOf({ ratings: read, judge, scale: { min: 1, max: 5 }, epsilon: 0.2 });
  return {
    ratings: found.ratings,
    items: found.items,
    itemsWithTwo: found.humanHuman.itemsWithTwo,
    humanHumanIcc11: numberOf(found.humanHuman.measures["ICC(1,1)"]),
    juryHumanIccA1: numberOf(found.judgeHuman["ICC(A,1)"]),
    meanBiasJuryMinusHuman: numberOf(found.judgeHuman["bias, judge less clinician"]),
    withinOne: numberOf(found.judgeHuman["within one point"]),
    itemsPerRaterMax: found.itemsPerRater.max,
  };
}
