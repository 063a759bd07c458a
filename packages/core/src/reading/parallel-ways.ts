import type { AskedFor } from "./asked-for.ts";
import type { ValuePlace } from "./value-place.ts";

/** Two values that hold for two ways, in order. */
export type Ways<T> = readonly [one: ValuePlace<T>, other: ValuePlace<T>];

const WAY = String.raw`(with|using|by|per|on|from|nach|mit|bei|avec|selon|con|según|com|pel[ao])`;
const NAME = String.raw`\s((?:the\s)?[^.;:,\d()]{2,40}?)(?:\s?\([^()]{0,40}\))?`;
/** "with the actual weight (92 kg) it is " before a value */
const WAY_BEFORE = new RegExp(
  String.raw`(?:^|[.;,(\n]\s?|(?<!\p{L})(?:and|und|y|et|e|while|but)\s)[^\p{L}\d]*${WAY}${NAME},?:?(?:\s(?:the|it|das|la|le|el)?[^.;:,\d()]{0,40})?[:=]?\s?["'(]?$`,
  "iu",
);
/** " mL/min by ultrasound" behind a value */
const WAY_AFTER = new RegExp(
  String.raw`^\s?(?:[^\s\d,;.()]{1,12}\s)?${WAY}${NAME}(?=[.,;:\n]|\s(?:and|or|und|oder|y|o|et|ou|vs\.?)\s|$)`,
  "iu",
);
/** " mL/min (ideal weight) vs " behind a value, and " mL/min (actual weight)" */
const IN_BRACKETS = String.raw`^\s?(?:[^\s\d,;.()]{1,12}\s)?\(((?:with\s|using\s|by\s)?[^()\d,;:]{2,40})\)`;
const BRACKETS_BETWEEN = new RegExp(String.raw`${IN_BRACKETS},?\s?(?:vs\.?|versus|or|and|\/|;|,)\s$`, "iu");
const BRACKETS_AFTER = new RegExp(IN_BRACKETS, "iu");
/** A way is within so many characters of its value. */
const NEAR = 100;

/**
 * Finds two neighbours that say the same for two ways: "with actual weight 71.9, with ideal weight 58.1", "8 weeks by scan or 9 weeks by
 * dates". Undefined if the question names one of the ways.
 */
export function parallelWays<T>(
  text: string,
  all: readonly ValuePlace<T>[],
  { methods }: AskedFor,
): Ways<T> | undefined {
  const places = all.filter(({ from }) => !isInBrackets(text, from));
  for (const [i, one] of places.entries()) {
    const other = places[i + 1];
    if (other === undefined || other.from - one.to > NEAR) continue;
    const ways = [wayBefore(text, one, places[i - 1]), wayBefore(text, other, one)];
    const behind = [wayAfter(text, one), wayAfter(text, other)];
    const [first, second] = [ways, behind].find(areOne) ?? [];
    if (areBracketed(text, one, other, methods)) return [one, other];
    if (first !== undefined && second !== undefined && ![first, second].some(({ name }) => isAsked(name, methods)))
      return [one, other];
  }
  return undefined;
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
