import { isEmptyText } from "@medhelm/core/text/is-empty-text";
import type { Alteration } from "@medhelm/core/judge/alter-answers";
import { plantError, type PlantedError } from "@medhelm/core/judge/planting/plant-error";
import { plantedLanguageOf } from "@medhelm/core/judge/planting/planted-language";
import type { PlantedLanguage } from "@medhelm/core/judge/planting/languages";
import type { MainRange } from "@medhelm/core/run/spec/main-range";
import { meanWithInterval, type Number95 } from "./mean-with-interval.ts";

/** One judged answer. */
export interface CheckedAnswer {
  readonly response: string;
  /** each judge's mean over criteria; a judge without a verdict is absent */
  readonly scores: ReadonlyMap<string, number>;
}

/** The judged answers of one benchmark, by alteration and instance. */
export interface CheckedEntry {
  readonly benchmark: string;
  readonly entry: string;
  /** the scale of the judges; absent: unknown */
  readonly range?: MainRange;
  readonly runs: Readonly<Record<Alteration, ReadonlyMap<string, CheckedAnswer>>>;
}

export interface EntryReport {
  readonly benchmark: string;
  readonly entry: string;
  readonly instances: number;
  /** instances without a reference, which are left out */
  readonly withoutGold: number;
  readonly judges: readonly string[];
  /** the mean score of the references */
  readonly gold: Number95;
  /** for each alteration, how the score differs from the reference's, for the jury and for each judge */
  readonly shifts: Readonly<Record<Exclude<Alteration, "gold">, Shift>>;
  readonly planted: {
    readonly planted: number;
    /** answers in which no rule could plant an error */
    readonly notPlanted: number;
    readonly kinds: Readonly<Partial<Record<PlantedError["kind"], number>>>;
    /** the references of each language, with and without a planted error */
    readonly languages: Readonly<Partial<Record<PlantedLanguage, LanguageCounts>>>;
    /** the share of planted errors for which the score is lower than the reference's */
    readonly caught: Number95;
    readonly caughtBy: Readonly<Record<string, Number95>>;
  };
}
interface LanguageCounts {
  readonly planted: number;
  readonly notPlanted: number;
}
interface Shift {
  readonly jury: Number95;
  readonly judges: Readonly<Record<string, Number95>>;
}

interface Pair {
  readonly gold: CheckedAnswer;
  readonly altered: CheckedAnswer;
}

/** Compares the scores of altered answers with those of the references. */
export function checkReport({ benchmark, entry, range, runs }: CheckedEntry): EntryReport {
  const golds = [...runs.gold].filter(([, { response }]) => response.trim() !== "");
  const judges = [...new Set(golds.flatMap(([, { scores }]) => [...scores.keys()]))].toSorted();
  const pairsOf = (alteration: Alteration): Pair[] =>
    golds.flatMap(([id, gold]) => {
      const altered = runs[alteration].get(id);
      return altered === undefined || altered.response === gold.response ? [] : [{ gold, altered }];
    });
  const planted = pairsOf("planted");
  const shiftOf = (alteration: Alteration): Shift => {
    const pairs = pairsOf(alteration);
    const shift = (some: readonly string[]): Number95 => differenceOf(pairs, some, range);
    return { jury: shift(judges), judges: Object.fromEntries(judges.map((name) => [name, shift([name])])) };
  };
  return {
    benchmark,
    entry,
    instances: runs.gold.size,
    withoutGold: runs.gold.size - golds.length,
    judges,
    gold: meanWithInterval(
      golds.flatMap(([, answer]) => scoreBy(answer, judges) ?? []),
      range,
      NO_PAIR,
    ),
    shifts: {
      shuffled: shiftOf("shuffled"),
      empty: shiftOf("empty"),
      truncated: shiftOf("truncated"),
      padded: shiftOf("padded"),
      planted: shiftOf("planted"),
    },
    planted: {
      planted: planted.length,
      notPlanted: golds.length - planted.length,
      kinds: kindsOf(planted),
      languages: languagesOf(golds.map(([, gold]) => gold)),
      caught: shareLower(planted, judges),
      caughtBy: Object.fromEntries(judges.map((name) => [name, shareLower(planted, [name])])),
    },
  };
}

/** The mean over those of the judges that scored the answer; undefined without a verdict. */
function scoreBy({ scores }: CheckedAnswer, judges: readonly string[]): number | undefined {
  const known = judges.flatMap((name) => scores.get(name) ?? []);
  return known.length === 0 ? undefined : known.reduce((sum, score) => sum + score, 0) / known.length;
}

/**
 * The scores of reference and altered answer by the judges that scored both, so that a missing verdict of a strict judge is no shift. No judge is
 * asked about an empty answer; it has the floor of the scale.
 */
function scoredPairs(pairs: readonly Pair[], judges: readonly string[], floor?: number) {
  return pairs.flatMap((pair) => {
    const isEmpty = isEmptyText(pair.altered.response);
    const both = isEmpty
      ? judges
      : judges.filter((name) => pair.altered.scores.has(name) && pair.gold.scores.has(name));
    const [gold, altered] = [scoreBy(pair.gold, both), isEmpty ? floor : scoreBy(pair.altered, both)];
    return gold === undefined || altered === undefined ? [] : [{ gold, altered }];
  });
}

const NO_PAIR = "no answer could be altered in this way and judged";

function differenceOf(pairs: readonly Pair[], judges: readonly string[], range: MainRange | undefined): Number95 {
  const width = range && range.max - range.min;
  const differences = scoredPairs(pairs, judges, range?.min).map(({ gold, altered }) => altered - gold);
  return meanWithInterval(differences, width === undefined ? undefined : { min: -width, max: width }, NO_PAIR);
}

function shareLower(pairs: readonly Pair[], judges: readonly string[]): Number95 {
  const lower = scoredPairs(pairs, judges).map(({ gold, altered }) => Number(altered < gold - 1e-9));
  return meanWithInterval(lower, { min: 0, max: 1 }, NO_PAIR);
}

function kindsOf(pairs: readonly Pair[]): EntryReport["planted"]["kinds"] {
  const counts: Partial<Record<PlantedError["kind"], number>> = {};
  for (const { gold } of pairs) {
    const kind = plantError(gold.response)?.kind;
    if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1;
  }
  return counts;
}

/** The rules are those of a text's language, so texts of other languages have none. */
function languagesOf(golds: readonly CheckedAnswer[]): EntryReport["planted"]["languages"] {
  const byLanguage = Map.groupBy(golds, ({ response }) => plantedLanguageOf(response));
  return Object.fromEntries(
    [...byLanguage].map(([language, texts]): [string, LanguageCounts] => {
      const planted = texts.filter(({ response }) => plantError(response) !== undefined).length;
      return [language, { planted, notPlanted: texts.length - planted }];
    }),
  );
}
