import { lazyPattern } from "../../text/lazy-pattern.ts";
import { isWeaker } from "../commitments/commitment.ts";
import type { IsSame } from "../commitments/decide.ts";
import { hasCondition } from "../left-out/conditions.ts";
import { sentences } from "../text/sentences.ts";
import type { Statement } from "./statement.ts";
import type { ValuePlace } from "./value-place.ts";

/**
 * The statement of the way that the reply chooses behind its values: "keep the LMP dating", "so the ultrasound date should be used". No
 * statement if the reply changes to a way whose value it does not give. Undefined: it chooses no way, or several values are of it.
 */
export function ofChosenWay<T>(
  text: string,
  kept: readonly Statement<T>[],
  all: readonly ValuePlace<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] | undefined {
  const choice = all.length === 0 ? undefined : choiceIn(text);
  if (choice === undefined) return undefined;
  if (kept.some(({ from, strength }) => from > choice.from && !isWeaker(strength, "stated"))) return undefined;
  const waysOf = (places: readonly ValuePlace<T>[]) =>
    places.map((place) => ({ place, ways: wayWords(text, place, all) }));
  const stated = waysOf(kept);
  const own = [stated, waysOf(all)]
    .map((group) => group.filter(({ ways }) => isOf(ways, choice)).map(({ place }) => place))
    .find((group) => group.length > 0);
  if (own !== undefined) return onlyOf(text, own, isSame);
  const isBefore = kept.every(({ to }) => to <= choice.to);
  return choice.changes && isBefore ? [] : undefined;
}

/** A statement of the only value of these places; undefined if they have several. */
function onlyOf<T>(
  text: string,
  places: readonly ValuePlace<T>[],
  isSame: IsSame<T>,
): readonly Statement<T>[] | undefined {
  const values = places.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const [value] = values;
  const [place] = places;
  const sentence = sentences({ text }).find(({ to }) => to > (place?.from ?? 0));
  if (value === undefined || place === undefined || sentence === undefined) return undefined;
  if (values.length < places.length || !values.every((one) => isSame(one, value))) return undefined;
  const of = {
    isCalculated: false,
    isAlso: false,
    isVariant: false,
    isHypothetical: false,
    isAim: false,
    isWay: false,
  };
  return [
    {
      ...place,
      ...of,
      value,
      values: [value],
      strength: "stated",
      share: 0,
      sentence,
      isRunning: false,
      moment: undefined,
    },
  ];
}

interface Choice {
  /** The words that name the way. */
  readonly words: ReadonlySet<string>;
  /** It is another way than that of the values before it. */
  readonly changes: boolean;
  readonly from: number;
  readonly to: number;
}

const isOf = (ways: ReadonlySet<string>, { words }: Choice): boolean => [...words].some((word) => ways.has(word));

const NAME = String.raw`(?:(?:the|her|his|its|this|that)\s)?((?:[\p{L}-]+\s){0,3}?[\p{L}-]+)`;
/** "change the due date to the ultrasound", "replaced by the scan", "use the ultrasound instead" */
const CHANGES = lazyPattern(
  String.raw`(?<!\p{L})(?:re-?dat(?:e|ed|ing)|(?:chang|revis|adjust|updat|mov|switch|reassign|correct)(?:e|ed|ing|es)?)(?:\s(?!(?:to|by|using|per)\s)[\p{L}-]+){0,4}\s(?:to|by|using|per|based on|according to)\s${NAME}(?=[\s.,;:)]|$)|(?<!\p{L})(?:replaced|superseded|overridden)\s(?:by|with)\s${NAME}(?=[\s.,;:)]|$)|(?<!\p{L})${NAME}\s(?:should|must|has to|is to)\sbe\s(?:used|preferred|taken|adopted)\s(?:instead|rather)|(?<!\p{L})(?:use|take|adopt|prefer)\s${NAME}\s(?:instead|rather)(?!\p{L})`,
  "iu",
);
/** "keep the LMP dating", "I go with the scan" */
const CHOOSES = lazyPattern(
  String.raw`(?<!\p{L})(?<!(?:not|n't|never|to|if)\s)(?:keep|retain|use|prefer|choose|adopt|accept|select|(?:go|stay|stick) with|rely on|date by)\s${NAME}(?=[.,;:)]|$)|(?<!\p{L})${NAME}\s(?:(?:is|should be|must be|will be|has to be|is to be|are)\s(?:therefore\s|thus\s|still\s)?(?:used|kept|retained|preferred|adopted|chosen|maintained|unchanged|more reliable|the one to use)|stands|takes precedence|prevails|counts|applies)(?=[\s.,;:)]|$)`,
  "iu",
);
/** "No redating is needed." */
const KEEPS = lazyPattern(
  String.raw`(?<!\p{L})(?:no|not|n't|without)\s(?:(?:warrant|require|justify|need|any|to|be|further)\s){0,3}re-?dat(?:e|ed|ing)(?!\p{L})`,
  "iu",
);

/** The last choice of the reply; none under a condition or in a question. */
function choiceIn(text: string): Choice | undefined {
  const end = text.slice(-MOST);
  if (!ANY.test(end)) return undefined;
  const found = sentences({ text: end }).flatMap((sentence) => {
    if (sentence.isQuestion || hasCondition(sentence.text)) return [];
    const choices = [
      ...[...CHANGES.matchAll(sentence.text)].map((match) => choiceOf(match, match.slice(1).join(" "), true)),
      ...[...CHOOSES.matchAll(sentence.text)].map((match) => choiceOf(match, match.slice(1).join(" "), false)),
      ...[...KEEPS.matchAll(sentence.text)].map((match) => choiceOf(match, "lmp", false)),
    ];
    const start = text.length - end.length + sentence.from;
    return choices
      .filter(({ words }) => words.size > 0)
      .map((choice) => ({ ...choice, from: start + choice.from, to: start + choice.to }));
  });
  return found.toSorted((a, b) => a.from - b.from || Number(a.changes) - Number(b.changes)).at(-1);
}
const MOST = 2000;
const ANY =
  /re-?dat|keep|kept|retain|use|prefer|choose|adopt|accept|select|(?:go|stay|stick) with|rely|reliable|stands|precedence|prevail|replaced|chang|revis|instead/iu;

const choiceOf = (match: RegExpExecArray, name: string, changes: boolean): Choice => ({
  words: namesOf(name),
  changes,
  from: match.index,
  to: match.index + match[0].length,
});

/** The words that name the way of a value: in its clause before it, or directly behind it. */
function wayWords<T>(text: string, place: ValuePlace<T>, all: readonly ValuePlace<T>[]): ReadonlySet<string> {
  const start = Math.max(0, place.from - NEAR, ...all.filter(({ to }) => to <= place.from).map(({ to }) => to));
  const before = text.slice(start, place.from).split(CLAUSE).at(-1) ?? "";
  const [, after = ""] = AFTER.exec(text.slice(place.to, place.to + NEAR)) ?? [];
  return namesOf(`${before} ${after}`);
}
const NEAR = 100;
const CLAUSE = /[\n;,]\s?|(?<=[\p{L})]\.)\s|(?<!\p{L})(?:and|but|while|whereas|so)\s/u;
const AFTER = /^\s?(?:[^\s\d,;.()]{1,12}\s)?(?:\(|(?:by|with|from|using|per|based on|on)\s)([^().;,\n]{2,40})/u;

const SAME: Readonly<Record<string, string>> = {
  scan: "ultrasound",
  sonogram: "ultrasound",
  sonography: "ultrasound",
  sonographic: "ultrasound",
  ultrasonography: "ultrasound",
  us: "ultrasound",
  period: "lmp",
  menstrual: "lmp",
  dates: "lmp",
  naegele: "lmp",
};

/** The words of a name without those that every value has. */
const namesOf = (name: string): ReadonlySet<string> =>
  new Set(
    (name.toLowerCase().match(/\p{L}{2,}/gu) ?? [])
      .map((word) => SAME[word] ?? word)
      .filter((word) => !COMMON.has(word)),
  );
const COMMON = new Set(
  "the an to of by is was are be it its this that which for from with and or on in at her his due date dating dated estimated edd edc gives gave giving says shows value result estimate final based derived one original initial early earlier earliest first second calculated calculation method formula equation using use used weight clearance score patient because since as if age gestational days weeks would should redate redating instead rather".split(
    " ",
  ),
);
