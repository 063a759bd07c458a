import type { RequestState } from "../../helm/scenario-state.ts";
import { completionsOf } from "../../metrics/general-stats.ts";
import type { MainRange } from "../../run/spec/main-range.ts";
import type { Profile } from "../../run/profile.ts";
import { isFilterText } from "../../text/filter-text.ts";
import type { LeaderboardRun } from "../leaderboard/leaderboard.ts";
import { isUnknown, kindOfScore, valueIn } from "./mark.ts";
import type { PageInstance } from "./page.ts";
import { MARKS, OUTCOMES } from "./list-marks.ts";
import type { ListRow } from "../runs/run-list.ts";

/** The main metric of a run, for the list of its instances. */
export interface ListedMetric {
  readonly name: string;
  readonly range?: MainRange | undefined;
  readonly isJudged: boolean;
  readonly means: Means;
  readonly judges: readonly string[];
}

/** The run's mean under each profile; undefined: not measured. */
export type Means = Readonly<Record<Profile, number | undefined>>;

/** The metric before the last request is scored. */
export type UnfinishedMetric = Omit<ListedMetric, "means">;

/** The main metric of a run of the leaderboard, whose mean is known under the leaderboard's profile only. */
export const metricOfRun = (
  { mainMetric, mainValue, mainRange, judges }: LeaderboardRun,
  profile: Profile,
): ListedMetric => ({
  name: mainMetric,
  range: mainRange,
  isJudged: judges.length > 0,
  means: { helm: undefined, corrected: undefined, [profile]: mainValue ?? undefined },
  judges: judges.map(({ name }) => name),
});

/** An instance with what its line shows in addition. */
export interface ListedInstance {
  readonly instance: PageInstance;
  readonly question: string;
  /** whether the reply ended at max_tokens */
  readonly isCut: boolean;
  /** the cluster of the instance; undefined: it is independent, or unknown */
  readonly cluster?: string | undefined;
  /** the length of the beginning that a neighbour's question has too, e.g. a database schema; absent: 0 */
  readonly shared?: number;
}

/** Takes the question of a request without the instruction and the examples around it, and whether its reply is cut. */
export const listed = (state: RequestState, instance: PageInstance): ListedInstance => ({
  instance,
  question: state.instance.input.text,
  isCut: completionsOf(state)[0].finish_reason?.reason === "length",
});

/** Makes the line of an instance, which is in chunk `page`. */
export const listRow = (shown: ListedInstance, metric: ListedMetric, page: number, cluster?: number): ListRow =>
  withOutcomes(unfinishedRow(shown, metric, page, cluster), metric, metric.means);

/** As `listRow`, before the run's means are known: `withOutcomes` completes it. */
export function unfinishedRow(
  { instance, question, isCut, shared = 0 }: ListedInstance,
  metric: UnfinishedMetric,
  page: number,
  cluster?: number,
): ListRow {
  const [helm, corrected] = [valueIn(instance.stats, metric.name), valueIn(instance.corrected, metric.name)];
  const marks = marksOf(instance, isCut, metric);
  const judges = metric.judges.map((judge) => meanOf(instance, judge));
  return {
    id: instance.id,
    ...(instance.trial === 0 ? {} : { trial: instance.trial }),
    ...(instance.perturbation === undefined ? {} : { perturbation: instance.perturbation }),
    page,
    text: shared < LEAST_SHARED ? firstWords(question === "" ? instance.prompt : question) : ownWords(question, shared),
    outcomes: unfinishedOutcome(instance, metric, "helm") + unfinishedOutcome(instance, metric, "corrected"),
    ...(helm === undefined ? {} : { helm }),
    ...(corrected === undefined ? {} : { corrected }),
    ...(marks === "" ? {} : { marks }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(judges.every((mean) => mean === null) ? {} : { judges }),
  };
}

/** Sets the outcomes that depend on the run's means. The row's length stays the same. */
export function withOutcomes(row: ListRow, metric: UnfinishedMetric, means: Means): ListRow {
  const [ofHelm = "", ofCorrected = ""] = row.outcomes;
  return {
    ...row,
    outcomes:
      outcomeOf(ofHelm, row.helm, metric, means.helm) + outcomeOf(ofCorrected, row.corrected, metric, means.corrected),
  };
}

const unfinishedOutcome = (instance: PageInstance, { name, isJudged }: UnfinishedMetric, profile: Profile): string =>
  isUnknown(instance, { name, isJudged, profile }) ? OUTCOMES.unknown : OUTCOMES.equal;

function outcomeOf(
  unfinished: string,
  value: number | undefined,
  { range, isJudged }: UnfinishedMetric,
  mean: number | undefined,
): string {
  if (unfinished === OUTCOMES.unknown || value === undefined) return OUTCOMES.unknown;
  const kind = kindOfScore(value, { mean, range, isJudged, lowerIsBetter: false });
  if (kind !== "graded") return kind === "right" ? OUTCOMES.one : OUTCOMES.zero;
  if (mean === undefined || value === mean) return OUTCOMES.equal;
  return value < mean ? OUTCOMES.below : OUTCOMES.above;
}

function marksOf(instance: PageInstance, isCut: boolean, metric: UnfinishedMetric): string {
  const { judgements, readings = [], failure, corrected, stats } = instance;
  const answers = readings.filter(({ reader }) => reader !== "refusal");
  const own = valueIn(corrected, metric.name);
  const has: Readonly<Record<keyof typeof MARKS, boolean>> = {
    disagree: isFarApart(instance, metric.range),
    unscored: judgements.some(({ criteria }) => criteria.length === 0),
    refusal: (corrected["refusal"] ?? 0) > 0 || isFilterText(failure ?? ""),
    cut: isCut,
    unread: answers.length > 0 && answers.every(({ value }) => value === undefined),
    differs: own !== undefined && own !== valueIn(stats, metric.name),
  };
  return Object.entries(MARKS).reduce((marks, [name, letter]) => (isOf(has, name) ? marks + letter : marks), "");
}

const isOf = (has: Readonly<Record<string, boolean>>, name: string): boolean => has[name] === true;

/** Half of 1 to 5 is 2. */
function isFarApart({ judgements }: PageInstance, range: MainRange | undefined): boolean {
  const apart = range === undefined ? 2 : (range.max - range.min) / 2;
  const byCriterion = Map.groupBy(
    judgements.flatMap(({ criteria }) => criteria),
    ({ name }) => name,
  );
  return [...byCriterion.values()].some((criteria) => {
    const scores = criteria.map(({ score }) => score);
    return scores.length > 1 && Math.max(...scores) - Math.min(...scores) >= apart;
  });
}

function meanOf({ judgements }: PageInstance, judge: string): number | null {
  const scores = judgements.flatMap((one) => (one.judge === judge ? one.criteria.map(({ score }) => score) : []));
  return scores.length === 0 ? null : rounded(scores.reduce((sum, score) => sum + score, 0) / scores.length);
}

const rounded = (value: number): number => Math.round(value * 1000) / 1000;

/** A shorter beginning that all questions have still shows the topic of a question. */
const LEAST_SHARED = 60;

/** The first words from the sentence or line in which a question begins to differ from its neighbour's. */
function ownWords(question: string, shared: number): string {
  const before = question.slice(Math.max(0, shared - MOST_CHARACTERS / 3), shared);
  const own = Math.max(...[...before.matchAll(/[.?!:]\s+|\n/gu)].map(({ 0: end, index }) => index + end.length), 0);
  return `… ${firstWords(before.slice(own) + question.slice(shared, shared + MOST_CHARACTERS * 20))}`;
}

const MOST_CHARACTERS = 90;

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, " ").trim();

/** White space becomes one space, and a word that exceeds the limit is cut. */
function firstWords(text: string): string {
  const few = oneSpaced(text.slice(0, MOST_CHARACTERS * 4));
  const plain = few.length > 2 * MOST_CHARACTERS + 2 ? few : oneSpaced(text.slice(0, MOST_CHARACTERS * 20));
  const characters = Array.from(plain.slice(0, 2 * MOST_CHARACTERS + 2)); // a character has one or two units
  if (characters.length <= MOST_CHARACTERS) return plain;
  const cut = characters.slice(0, MOST_CHARACTERS).join("");
  return `${cut.slice(0, cut.lastIndexOf(" ") > MOST_CHARACTERS / 2 ? cut.lastIndexOf(" ") : undefined)}…`;
}
