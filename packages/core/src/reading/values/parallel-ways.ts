import { lazyPattern } from "../../text/lazy-pattern.ts";
import type { AskedFor } from "../quantities/asked-for.ts";
import type { ValuePlace } from "./value-place.ts";

/** Two values that hold for two ways, in order. */
export type Ways<T> = readonly [one: ValuePlace<T>, other: ValuePlace<T>];

const WAY = String.raw`(with|using|by|per(?!\s(?:day|dose|hour|minute|week|month|year|kg|lit))|on|from|nach|mit|bei|avec|selon|con|según|com|pel[ao])`;
const NAME = String.raw`\s((?:the\s)?[^.;:,\d()]{2,40}?)(?:\s?\([^()]{0,40}\))?`;
/** "with the actual weight (92 kg) it is " before a value */
const WAY_BEFORE = lazyPattern(
  String.raw`(?:^|[.;,(\n]\s?|(?<!\p{L})(?:and|und|y|et|e|while|but)\s)[^\p{L}\d]*${WAY}${NAME},?:?(?:\s(?:the|it|das|la|le|el)?[^.;:,\d()]{0,40})?[:=]?\s?["'(]?$`,
  "iu",
);
/** " mL/min by ultrasound" behind a value */
const WAY_AFTER = lazyPattern(
  String.raw`^\s?(?:[^\s\d,;.()]{1,12}\s)?${WAY}${NAME}(?=[.,;:\n]|\s(?:and|or|und|oder|y|o|et|ou|vs\.?)\s|$)`,
  "iu",
);
/** " mL/min (ideal weight) vs " behind a value, and " mL/min (actual weight)" */
const IN_BRACKETS = String.raw`^\s?(?:[^\s\d,;.()]{1,12}\s)?\(((?:with\s|using\s|by\s)?[^()\d,;:]{2,40})\)`;
const BRACKETS_BETWEEN = lazyPattern(String.raw`${IN_BRACKETS},?\s?(?:vs\.?|versus|or|and|\/|;|,)\s$`, "iu");
const BRACKETS_AFTER = lazyPattern(IN_BRACKETS, "iu");
/** A way is at most this many characters from its value. */
const NEAR = 100;

/**
 * Finds the neighbour of a place that states the same quantity for another way: "with actual weight 71.9, with ideal weight 58.1", "8 weeks by scan
 * or 9 weeks by dates". Undefined without one, or if the question names one of the ways.
 */
export function parallelWays<T>(
  text: string,
  all: readonly ValuePlace<T>[],
  { from }: Pick<ValuePlace<T>, "from">,
  { methods: named, context, words }: AskedFor,
): Ways<T> | undefined {
  const methods = new Set([...named, ...context, ...words].filter((word) => !ARTICLES.has(word)));
  const at = all.findIndex((place) => place.from === from);
  const near = all.slice(Math.max(0, at - AROUND), at + AROUND + 1).filter((place) => !isInBrackets(text, place.from));
  const own = near.findIndex((place) => place.from === from);
  return [own - 1, own].map((i) => waysOf(text, near, i, methods)).find((ways) => ways !== undefined);
}

/** Words of a question that name no way. */
const ARTICLES: ReadonlySet<string> = new Set(["the", "what", "this", "that", "his", "her", "its", "patient"]);

/** Places in brackets may be between a place and its neighbour. */
const AROUND = 4;

/** The place at an index and its next one, if they are two ways. */
function waysOf<T>(
  text: string,
  places: readonly ValuePlace<T>[],
  i: number,
  methods: ReadonlySet<string>,
): Ways<T> | undefined {
  const [one, other] = [places[i], places[i + 1]];
  if (one === undefined || other === undefined || other.from - one.to > NEAR) return undefined;
  if (areBracketed(text, one, other, methods)) return [one, other];
  const before = [wayBefore(text, one, places[i - 1]), wayBefore(text, other, one)];
  const behind = [wayAfter(text, one), wayAfter(text, other)];
  const sidesBefore = [sideBefore(text, one, places[i - 1]), sideBefore(text, other, one)];
  const sidesBehind = [sideAfter(text, one), sideAfter(text, other)];
  const [first, second] = [before, behind, sidesBefore, sidesBehind].find(areOne) ?? [];
  const isNone = first === undefined || second === undefined;
  return isNone || [first, second].some(({ name }) => isAsked(name, methods)) ? undefined : [one, other];
}

interface Way {
  readonly word: string;
  readonly name: string;
}

const wayOf = (match: RegExpExecArray | null): Way | undefined =>
  match === null ? undefined : { word: (match[1] ?? "").toLowerCase(), name: (match[2] ?? "").toLowerCase() };

const wayBefore = <T>(text: string, { from }: ValuePlace<T>, last: ValuePlace<T> | undefined): Way | undefined =>
  wayOf(WAY_BEFORE.exec(text.slice(Math.max(last?.to ?? 0, from - NEAR), from)));
const wayAfter = <T>(text: string, { to }: ValuePlace<T>): Way | undefined =>
  wayOf(WAY_AFTER.exec(text.slice(to, to + NEAR)));

/** The sides and the times that replies set against each other: "right 0.70, left 0.95". */
const OPPOSITES = [
  "right|left|r|l",
  "rechts?|links?",
  "droite?|gauche",
  "derech[oa]|izquierd[oa]",
  "direit[oa]|esquerd[oa]",
  "destr[oa]|sinistr[oa]",
  "upper|lower",
  "supine|standing|sitting|upright",
  "右侧?|左侧?",
];
const SIDE = OPPOSITES.map((pair) => `(${pair})`).join("|");
const SIDE_BEFORE = lazyPattern(
  String.raw`(?:^|[.,;:(\n|/]\s?|(?<!\p{L})(?:and|und|y|et|e|while|but|is|=)\s)[^\p{L}\d]*(?:\p{Lu}[\p{L}\d]{1,7}\s)?(?:(?:on|for|in)\s)?(?:(?:the|his|her)\s)?(?:${SIDE})(?!\p{L})(?:\s\p{L}{2,12}){0,2}\s?[:=]?\s?(?:(?:is|was)\s)?$`,
  "iu",
);
const SIDE_AFTER = lazyPattern(
  String.raw`^\s?(?:[^\s\d,;.()]{1,12}\s)?(?:\(|(?:on|for|in|at)\s)?(?:(?:the|his|her)\s)?(?:${SIDE})(?!\p{L})`,
  "iu",
);
/** The side of a value; its word is the pair of opposites. */
function sideOf(match: RegExpExecArray | null): Way | undefined {
  const pair = match?.slice(1).findIndex((one) => one !== undefined) ?? -1;
  return pair === -1 ? undefined : { word: OPPOSITES[pair] ?? "", name: (match?.[pair + 1] ?? "").toLowerCase() };
}
const sideBefore = <T>(text: string, { from }: ValuePlace<T>, last: ValuePlace<T> | undefined): Way | undefined =>
  sideOf(SIDE_BEFORE.exec(text.slice(Math.max(last?.to ?? 0, from - NEAR), from)));
const sideAfter = <T>(text: string, { to }: ValuePlace<T>): Way | undefined =>
  sideOf(SIDE_AFTER.exec(text.slice(to, to + NEAR)));

const areOne = ([one, other]: readonly (Way | undefined)[]): boolean =>
  one !== undefined && one.word === other?.word && one.name !== other.name;

const isAsked = (name: string, methods: ReadonlySet<string>): boolean =>
  name.split(/[^\p{L}]+/u).some((word) => methods.has(word));

function areBracketed<T>(
  text: string,
  one: ValuePlace<T>,
  other: ValuePlace<T>,
  methods: ReadonlySet<string>,
): boolean {
  const [, first = ""] = BRACKETS_BETWEEN.exec(text.slice(one.to, other.from)) ?? [];
  const [, second = ""] = BRACKETS_AFTER.exec(text.slice(other.to, other.to + NEAR)) ?? [];
  return (
    first !== "" &&
    second !== "" &&
    first !== second &&
    ![first, second].some((name) => isAsked(name.toLowerCase(), methods))
  );
}

const isInBrackets = (text: string, from: number): boolean =>
  /\([^()\n]{0,40}$/.test(text.slice(Math.max(0, from - 44), from));
