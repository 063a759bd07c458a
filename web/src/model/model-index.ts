import { rankedViews } from "../home/ranked-view.ts";
import type { Site } from "../release/site.ts";
import { UNKNOWN } from "../text/format.ts";
import { columnDecimals, fixed, range, ranks, type Span } from "../text/numbers.ts";
import { headlineAnswer, isUnranked, measured, opennessText, sizeText } from "./model-facts.ts";
import { mainRow } from "./rows.ts";

/** The models of the release in the order of the front page's ranking, then those without a row in it. */
export function modelIndex(site: Site) {
  const { models, rootGroup } = site.leaderboard;
  const table = site.table(rootGroup);
  const order = (table === undefined ? [] : rankedViews(site, table)).flatMap(({ rows, unranked }) =>
    [...rows, ...unranked].map(({ model }) => model),
  );
  const place = (name: string) => (order.includes(name) ? order.indexOf(name) : order.length);
  const found = new Map(models.map(({ name }) => [name, answerOf(site, name)]));
  const digits = columnDecimals([...found.values()].map((one) => one?.answer?.interval));
  return models
    .toSorted((a, b) => place(a.name) - place(b.name))
    .map((model) => {
      const row = mainRow(site, model.name);
      const { value, answer } = found.get(model.name) ?? {};
      const { benchmarks, of } = measured(site, row);
      return {
        name: model.displayName || model.name,
        href: site.link.model(model.name),
        maker: model.organization || UNKNOWN,
        weights: opennessText(model),
        size: model.isBaseline ? "" : sizeText(model.parameters),
        released: model.releaseDate ?? (model.isBaseline ? "" : UNKNOWN),
        rank: isUnranked(row) ? "not ranked" : answer === undefined ? UNKNOWN : ranks(answer.rankSet),
        score: isUnranked(row) ? "not averaged" : scoreText(value, answer?.interval, digits),
        benchmarks: `${benchmarks} of ${of}`,
        isBaseline: model.isBaseline,
      };
    });
}

function answerOf(site: Site, name: string) {
  const row = mainRow(site, name);
  return row && headlineAnswer(site, row);
}

function scoreText(value: number | undefined, interval: Span | undefined, digits: number): string {
  if (value === undefined) return UNKNOWN;
  return interval === undefined ? fixed(value, digits) : `${fixed(value, digits)} (${range(interval, digits)})`;
}

/** Whether a column says something of any model: an imported table knows the names of its models only. */
export const isKnown = (cells: readonly string[]): boolean => cells.some((cell) => cell !== UNKNOWN && cell !== "");
