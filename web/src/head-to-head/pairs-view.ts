import type { Table } from "@medhelm/core/release/leaderboard/leaderboard";
import type { Question } from "@medhelm/core/release/statistics/ranking";
import type { Pair } from "../charts/pair-matrix.ts";
import { comparedRowOf, comparedRows } from "../compare/row-ids.ts";
import type { Site } from "../release/site.ts";
import { plural } from "../text/format.ts";
import { capital, inWords, listed } from "../text/numbers.ts";
import { promptsText } from "../text/words.ts";

type Family = NonNullable<Table["inference"]>["families"][number];
type Answer = Exclude<Family["sameBenchmarks"], { undefinedBecause: string }>;

/** How a model compares with the others. */
export interface PairedRow {
  readonly name: string;
  readonly href: string | undefined;
  /** numbers of other models */
  readonly better: number;
  readonly worse: number;
  readonly even: number;
  /** the names of the models than which it is better, or worse; absent without a pair matrix */
  readonly than?: { readonly better: readonly string[]; readonly worse: readonly string[] };
}

/** The pairs of one table's rows with one wording, best first. */
export interface PairsView {
  readonly wording: string | undefined;
  /** a heading that says what was found */
  readonly finding: string;
  /** what a difference means */
  readonly question: string;
  readonly rows: readonly PairedRow[];
  /** absent if the release stores no single pairs */
  readonly matrix?: {
    readonly models: { readonly name: string; readonly short: string }[];
    readonly pairs: (Pair | null)[][];
  };
  /** models that are not compared, with the reason */
  readonly left: readonly { readonly name: string; readonly because: string }[];
}

const QUESTIONS: Readonly<Record<Question, string>> = {
  sameBenchmarks: "new questions of the same benchmarks",
  otherBenchmarks: "other benchmarks of the same kinds, too",
};

/** The pairs of a table: one view for each wording, whose rows are compared with each other only. Empty in an older release. */
export function pairsViews(site: Site, table: Table): PairsView[] {
  const { inference } = table;
  if (inference === undefined) return [];
  const compared = comparedRows(site);
  const names = table.rows.map((row) => comparedRowOf(site, compared, row)?.name ?? site.modelName(row.model));
  const ids = table.rows.map((row) => comparedRowOf(site, compared, row)?.id);
  const hrefOf = (a: number, b: number): string | undefined => {
    const [one, other] = [ids[a], ids[b]];
    if (one === undefined || other === undefined || one === other) return undefined;
    return `${site.link.page("compare")}?models=${one},${other}`;
  };
  return inference.families.map((family): PairsView => {
    const wording = family.wording === undefined ? undefined : promptsText(family.wording);
    const left = leftOf(table, family, names);
    const [asked, answer] = answerOf(family, inference.headline);
    if (answer === undefined)
      return { wording, finding: NOTHING, question: whyNot(family, inference.headline), rows: [], left };
    const order = family.rows.map((row, place) => ({ row, place })).toSorted((a, b) => bestFirst(table, a.row, b.row));
    const isBetter = (a: number, b: number): boolean => (answer.adjustedP?.[a]?.[b] ?? 1) <= inference.level;
    const verdictOf = (a: number, b: number): Pair["verdict"] =>
      isBetter(a, b) ? "up" : isBetter(b, a) ? "down" : "even";
    const rows = order.map(({ row, place }): PairedRow => {
      const name = names[row] ?? "";
      const href = site.link.model(table.rows[row]?.model ?? "");
      if (answer.adjustedP === undefined) return { name, href, ...countsOf(table, row, asked, order.length) };
      const of = (kind: Pair["verdict"]) =>
        order.flatMap((other) =>
          other.place !== place && verdictOf(place, other.place) === kind ? [names[other.row] ?? ""] : [],
        );
      const [better, worse] = [of("up"), of("down")];
      const even = order.length - 1 - better.length - worse.length;
      return { name, href, better: better.length, worse: worse.length, even, than: { better, worse } };
    });
    const pairs = order.map((one) =>
      order.map((other): Pair | null =>
        one === other ? null : { verdict: verdictOf(one.place, other.place), href: hrefOf(one.row, other.row) },
      ),
    );
    const models = order.map(({ row }) => ({ name: names[row] ?? "", short: names[row] ?? "" }));
    return {
      wording,
      finding: findingOf(rows),
      question: questionText(family.columns.length, asked),
      rows,
      ...(answer.adjustedP === undefined ? {} : { matrix: { models, pairs } }),
      left,
    };
  });
}

const NOTHING = "No pair of models can be compared";

function answerOf(family: Family, headline: Question): readonly [Question, Answer | undefined] {
  if (family.rows.length < 2) return [headline, undefined];
  for (const question of [headline, "sameBenchmarks"] as const) {
    const answer = family[question];
    if (answer !== undefined && !("undefinedBecause" in answer)) return [question, answer];
  }
  return [headline, undefined];
}

function whyNot(family: Family, headline: Question): string {
  const answer = family[headline] ?? family.sameBenchmarks;
  if ("undefinedBecause" in answer) return `${capital(answer.undefinedBecause)}.`;
  return family.rows.length === 1
    ? "Only one model has all benchmarks, so there is no pair."
    : "No model has all benchmarks, so there is no pair.";
}

/** Higher values first: `ranking.value` is larger for the better row. */
function bestFirst({ rows }: Table, a: number, b: number): number {
  const valueOf = (row: number): number => {
    const ranking = rows[row]?.ranking;
    return ranking === undefined || "notRankedBecause" in ranking ? Number.NEGATIVE_INFINITY : ranking.value;
  };
  return valueOf(b) - valueOf(a) || a - b;
}

/** Without single pairs, the rank range says how many models are better and worse. */
function countsOf({ rows }: Table, row: number, question: Question, models: number) {
  const ranking = rows[row]?.ranking;
  const answer = ranking === undefined || "notRankedBecause" in ranking ? undefined : ranking[question];
  const [low, high] = answer?.rankSet ?? [1, models];
  return { better: models - high, worse: low - 1, even: high - low };
}

export const pairsOf = (models: number): number => (models * (models - 1)) / 2;

function findingOf(rows: readonly PairedRow[]): string {
  const total = pairsOf(rows.length);
  const apart = rows.reduce((sum, { better }) => sum + better, 0);
  if (apart === 0)
    return rows.length === 2
      ? "The two models cannot be told apart"
      : `No two of the ${inWords(rows.length)} models can be told apart`;
  if (apart === total)
    return total === 1 ? "The two models can be told apart" : `All ${total} pairs of models can be told apart`;
  return `${capital(inWords(apart))} of ${total} pairs of models can be told apart`;
}

const questionText = (benchmarks: number, question: Question): string =>
  benchmarks === 1
    ? "The comparison uses the questions of one benchmark, and a difference would hold for new questions of it."
    : `The comparison uses the average of ${plural(benchmarks, "benchmark")} that all of these models have, and a difference would hold for ${QUESTIONS[question]}.`;

function leftOf({ rows }: Table, family: Family, names: readonly string[]): PairsView["left"] {
  return rows.flatMap(({ ranking, wording }, row) => {
    if (wording !== family.wording && family.wording !== undefined) return [];
    if (ranking === undefined || !("notRankedBecause" in ranking) || family.rows.length === 0) return [];
    return [{ name: names[row] ?? "", because: ranking.notRankedBecause }];
  });
}

/** "better than A and B; worse than C" */
export function standing({ than }: PairedRow): string {
  if (than === undefined) return "";
  const parts = [
    than.better.length > 0 ? `better than ${listed(than.better)}` : "",
    than.worse.length > 0 ? `worse than ${listed(than.worse)}` : "",
  ].filter((part) => part !== "");
  return parts.length === 0 ? "cannot be told from any other model" : parts.join("; ");
}
