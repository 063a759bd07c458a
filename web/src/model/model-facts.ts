import type { LeaderboardModel } from "@medhelm/core/release/leaderboard";
import { costText } from "../benchmark/score-pictures.ts";
import type { Site } from "../release/site.ts";
import { formatCount, UNKNOWN } from "../text/format.ts";
import type { Fact } from "../text/facts.ts";
import { money, range, ranks, score } from "../text/numbers.ts";
import type { Row } from "./rows.ts";

const OPENNESS: Readonly<Record<string, string>> = {
  open: "open weights",
  limited: "closed weights, served by its maker",
  closed: "closed",
};

/** "70 billion parameters" */
export function sizeText(parameters: number | undefined): string {
  if (parameters === undefined) return UNKNOWN;
  if (parameters >= 1e9) return `${Number((parameters / 1e9).toPrecision(3))} billion parameters`;
  return `${formatCount(parameters)} parameters`;
}

export const opennessText = ({ access, isBaseline }: Pick<LeaderboardModel, "access" | "isBaseline">): string =>
  isBaseline ? "a built-in rule, not a language model" : (OPENNESS[access] ?? UNKNOWN);

export function pricesText({ prices = [] }: Pick<LeaderboardModel, "prices">): string {
  return (
    prices
      .map(
        ({ deployment, inputUsd, outputUsd, asOf }) =>
          `$${inputUsd} in, $${outputUsd} out${prices.length > 1 ? ` (${deployment})` : ""}${asOf === undefined ? "" : `, ${asOf}`}`,
      )
      .join("; ") || UNKNOWN
  );
}

/** The conclusion from a row's tests by the question of the release's headline; the other question if they have no answer to it. */
export function headlineAnswer(site: Site, { ranking }: Row) {
  if (ranking === undefined || !("value" in ranking)) return undefined;
  const { inference } = site.table(site.leaderboard.rootGroup) ?? {};
  const first = inference?.headline ?? "otherBenchmarks";
  const answer = ranking[first] ?? ranking.otherBenchmarks ?? ranking.sameBenchmarks;
  return { value: ranking.value, ...(answer === undefined ? {} : { answer }) };
}

export interface Measured {
  /** benchmarks with a value, of those of the release */
  readonly benchmarks: number;
  readonly of: number;
  readonly answers: number;
  readonly cost: string;
  /** undefined if the cost or the number of answers is unknown */
  readonly costPerThousand?: number;
}

/** The numbers behind the values of a model. */
export function measured(site: Site, row: Row | undefined): Measured {
  const cells = (row?.cells ?? []).filter(({ value }) => value !== null);
  const slugs = cells.flatMap(({ runs }) => runs);
  const answers = cells.reduce((sum, { scored, instances }) => sum + (scored ?? instances), 0);
  const costs = slugs.flatMap((slug) => site.run(slug)?.costUsd ?? []);
  const isKnown = slugs.length > 0 && costs.length === slugs.length && answers > 0;
  return {
    benchmarks: cells.length,
    of: site.benchmarks.length,
    answers,
    cost: costText(site, slugs),
    ...(isKnown ? { costPerThousand: (1000 * costs.reduce((a, b) => a + b, 0)) / answers } : {}),
  };
}

/** The facts at the head of a model's page. */
export function modelFacts(site: Site, model: LeaderboardModel, row: Row | undefined): Fact[] {
  const found = row && headlineAnswer(site, row);
  const { benchmarks, of, answers, cost, costPerThousand } = measured(site, row);
  const rows = site.table(site.leaderboard.rootGroup)?.rows.length ?? 0;
  const interval = found?.answer?.interval;
  return [
    ["Score, 0 to 1", scoreText(row, found?.value, interval)],
    ["Rank", found?.answer === undefined ? UNKNOWN : `${ranks(found.answer.rankSet)} of ${rows}`],
    ["HELM's mean win rate", row?.meanWinRate == null ? UNKNOWN : score(row.meanWinRate)],
    [
      "Measured",
      `${benchmarks} of ${of} benchmarks, ${answers === 0 ? "answers unknown" : `${formatCount(answers)} answers`}`,
    ],
    [
      "Cost of its answers",
      costPerThousand === undefined ? cost : `${cost}, ${money(costPerThousand)} per 1,000 answers`,
    ],
    ["Price of a million tokens", pricesText(model)],
    ["Maker", model.organization || UNKNOWN],
    ["Weights", opennessText(model)],
    ["Size", sizeText(model.parameters)],
    ["Released", model.releaseDate ?? UNKNOWN],
    ["Knowledge ends", model.knowledgeCutoff ?? UNKNOWN],
    ["Exact name", model.name],
  ];
}

function scoreText(
  row: Row | undefined,
  value: number | undefined,
  interval: { low: number; high: number } | undefined,
): string {
  if (value !== undefined)
    return interval === undefined ? score(value) : `${score(value, interval)} (${range(interval)})`;
  const ranking = row?.ranking;
  return ranking !== undefined && "notRankedBecause" in ranking ? `not averaged: ${ranking.notRankedBecause}` : UNKNOWN;
}
