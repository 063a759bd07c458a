import type { RequestState } from "../helm/scenario-state.ts";
import { completionsOf } from "../metrics/general-stats.ts";
import type { MainRange } from "../run/main-range.ts";
import type { Profile } from "../run/profile.ts";
import { isFilterText } from "../text/filter-text.ts";
import type { LeaderboardRun } from "./leaderboard.ts";
import { type MarkedMetric, markOf, valueIn } from "./mark.ts";
import type { PageInstance } from "./page.ts";
import { MARKS, OUTCOMES } from "./list-marks.ts";
import type { ListRow } from "./run-list.ts";

/** The main metric of a run, for the list of its instances. */
export interface ListedMetric {
  readonly name: string;
  readonly range?: MainRange | undefined;
  readonly isJudged: boolean;
  /** the run's mean under each profile; undefined: not measured */
  readonly means: Readonly<Record<Profile, number | undefined>>;
  readonly judges: readonly string[];
}

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
export function listRow(
  { instance, question, isCut, shared = 0 }: ListedInstance,
  metric: ListedMetric,
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
    outcomes: outcomeOf(instance, metric, "helm") + outcomeOf(instance, metric, "corrected"),
    ...(helm === undefined ? {} : { helm }),
    ...(corrected === undefined ? {} : { corrected }),
    ...(marks === "" ? {} : { marks }),
    ...(cluster === undefined ? {} : { cluster }),
    ...(judges.every((mean) => mean === null) ? {} : { judges }),
  };
}

function outcomeOf(instance: PageInstance, { name, range, isJudged, means }: ListedMetric, profile: Profile): string {
  const mean = means[profile];
  const metric: MarkedMetric = { name, profile, mean, range, isJudged, lowerIsBetter: false };
  const mark = markOf(instance, metric);
  if (mark.kind === "unknown") return OUTCOMES.unknown;
  if (mark.kind !== "graded") return mark.kind === "right" ? OUTCOMES.one : OUTCOMES.zero;
  if (mean === undefined || mark.value === mean) return OUTCOMES.equal;
  return mark.value < mean ? OUTCOMES.below : OUTCOMES.above;
}

function marksOf(instance: PageInstance, isCut: boolean, metric: ListedMetric): string {
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
