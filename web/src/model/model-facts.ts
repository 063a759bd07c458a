import type { LeaderboardModel } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Site } from "../release/site.ts";
import { formatCount, UNKNOWN } from "../text/format.ts";
import type { Fact } from "../text/facts.ts";
import { listed, money, range, ranks, score } from "../text/numbers.ts";
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
  /** undefined if a run's cost is unknown */
  readonly costUsd?: number;
  /** undefined if the cost or the number of answers is unknown */
  readonly costPerThousand?: number;
}

/** The numbers behind the values of a model. */
export function measured(site: Site, row: Row | undefined): Measured {
  const cells = (row?.cells ?? []).filter(({ value }) => value !== null);
  const slugs = cells.flatMap(({ runs }) => runs);
  const answers = cells.reduce((sum, { scored, instances }) => sum + (scored ?? instances), 0);
  const costs = slugs.flatMap((slug) => site.run(slug)?.costUsd ?? []);
  const costUsd = costs.reduce((a, b) => a + b, 0);
  const isKnown = slugs.length > 0 && costs.length === slugs.length && answers > 0;
  return {
    benchmarks: cells.length,
    of: site.benchmarks.length,
    answers,
    ...(isKnown ? { costUsd, costPerThousand: (1000 * costUsd) / answers } : {}),
  };
}

/** The facts at the head of a model's page. One that the release does not have is "unknown"; several are named together. */
export function modelFacts(site: Site, model: LeaderboardModel, row: Row | undefined): Fact[] {
  const { value, answer } = (row && headlineAnswer(site, row)) ?? {};
  const rows = site.table(site.leaderboard.rootGroup)?.rows.length ?? 0;
  const found = measured(site, row);
  const facts: readonly (readonly [string, string | undefined])[] = [
    ["Score, 0 to 1", scoreText(row, value, answer?.interval)],
    ["Rank", isUnranked(row) ? "not ranked" : answer && `${ranks(answer.rankSet)} of ${rows}`],
    ["HELM's mean win rate", typeof row?.meanWinRate === "number" ? score(row.meanWinRate) : undefined],
    ["Measured", measuredText(found)],
    ["Cost of its answers", costText(found)],
    ["Price of a million tokens", pricesText(model)],
    ["Maker", model.organization],
    ["Weights", opennessText(model)],
    ["Size", sizeText(model.parameters)],
    ["Released", model.releaseDate],
    ["Knowledge ends", model.knowledgeCutoff],
    ["Exact name", model.name],
  ];
  const isUnknown = ([, text]: (typeof facts)[number]) => text === undefined || text === "" || text === UNKNOWN;
  const missing = facts
    .filter(isUnknown)
    .map(([what]) => what.replace(/^[A-Z](?=[a-z])/u, (first) => first.toLowerCase()));
  if (missing.length < 2) return facts.map(([what, text]) => [what, text || UNKNOWN]);
  return [
    ...facts.flatMap((fact): Fact[] => (isUnknown(fact) ? [] : [[fact[0], fact[1] ?? UNKNOWN]])),
    ["Not recorded", listed(missing)],
  ];
}

/** Whether the release leaves a model out of its ranking, and says why. */
export const isUnranked = (row: Row | undefined): boolean =>
  row?.ranking !== undefined && "notRankedBecause" in row.ranking;

export const measuredText = ({ benchmarks, of, answers }: Measured): string =>
  `${benchmarks} of ${of} benchmarks, ${answers === 0 ? "answers unknown" : `${formatCount(answers)} answers`}`;

export const costText = ({ costUsd, costPerThousand }: Measured): string =>
  costUsd === undefined || costPerThousand === undefined
    ? UNKNOWN
    : `${money(costUsd)}, ${money(costPerThousand)} per 1,000 answers`;

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
