import { recall } from "../../text/recall.ts";
import { normalizeText } from "../text/normalize-characters.ts";
import { namesInput } from "./input-units.ts";
import { askedUnit } from "./asked-unit.ts";
import { quantitiesIn } from "./quantities.ts";
import { unitForm } from "./units.ts";

/** The quantity that a question asks for. */
export interface AskedFor {
  /** Its words, in small letters, in order. */
  readonly words: readonly string[];
  /** Words and abbreviations of which one must be there. */
  readonly anchors: ReadonlySet<string>;
  /** Its other names in brackets: "(BMI)", "(modified/McIsaac)". */
  readonly names: ReadonlySet<string>;
  /** Words without which another quantity is meant: "corrected", "target". */
  readonly needed: ReadonlySet<string>;
  /** Words of its methods: "cockcroft", "gault". */
  readonly methods: ReadonlySet<string>;
  /** The known quantities that the question names. */
  readonly quantities: ReadonlySet<string>;
  /** Other words of the question, of which none is a known quantity: "scan" of "according to the first scan". */
  readonly context: ReadonlySet<string>;
  /** The letters of an abbreviation of the whole name, such as "gcs". */
  readonly initials: string;
  /** The unit that the question requests, as unitForm() writes it. */
  readonly unit?: string;
  /** The rate for which the question asks itself: "How many mL per hour", as unitForm() writes it. */
  readonly rate?: string;
  /** The time that the question names: "48" of "at 48 hours". */
  readonly time?: string;
  /** The years of a risk: "10" of "10-year risk". */
  readonly horizon?: string;
  /** A score, an index or a ratio without a unit. */
  readonly isPure: boolean;
}

const HEAD_START = /(?:what(?:'s| is| are| was| were)?(?: the)?|how many|how much|which)\s/giu;
/** "Please work out her body mass index", "How high is the sodium" */
const REQUEST_START =
  /(?:^|[.!]\s)(?:please\s)?(?:(?:calculate|compute|determine|estimate|evaluate|derive|find|give|state|report|provide|(?:work|figure) out|(?:add|sum) up)(?:\sme)?|how (?:high|low|large|big|long|great) (?:is|are|was|were))\s/iu;
const UNIT =
  "(?:[^\\s?.,;]*\\/[^\\s?;]*[^\\s?;.,]|mm ?Hg|kPa|(?:weeks|days|[mµ]?g|kg|L|mL|dL|mm|cm|m|m²|m\\^2|msec|ms|lit(?:er|re)s|units|cells|square|cubic|%|per ?cent(?:age)?)(?![\\p{L}/]))";
/** "(mL/min)", "(Mosteller)": a unit and a method in brackets are no words of the quantity. */
const UNIT_IN_BRACKETS =
  /\s\(((?:[mkµu]?(?:mol|Eq|g|L|IU|Osm|m|s|units?)|mm ?Hg|kPa|%|per ?cent)(?:\/[^()]{1,20})?[²2]?)\)/u;
const METHOD_IN_BRACKETS = /\s\((\p{Lu}\p{Ll}{3,}[^()]*)\)/u;
const HEAD_END = new RegExp(
  `[?.;]|,?\\s(?:in the form(?:at)?|in terms of|using|based on|according|calculated|from (?:the|these|this)|on (?:arrival|admission)|(?:by|with) (?:the )?(?:\\d{4} )?\\p{Lu}[\\p{L}-]+|as an?|given|please|return|provide|at (?:\\d+|\\p{L}+) (?:hours?|minutes?|days?)|today|per \\p{L}+|in ${UNIT})(?!\\p{L})`,
  "iu",
);
const HOW_MANY = /how (?:many|much)\s([mµu]?(?:L|g|Eq|mol|IU|units)(?:\s?\/\s?|\sper\s)\p{L}+)(?!\p{L}|\/)/iu;
const AT_TIME = /(?<!\p{L})at (\d+|[a-z]+) (?:hours?|minutes?|days?)(?!\p{L})/iu;
const METHOD =
  /(?<!\p{L})(?:using|by|with|according to)\s([^.?;]{3,60}?)(?=\s(?:equation|formula|method|rule|criteria)|[,.?;]|$)/giu;
const STOP = new Set(
  "once this that these his her their its on at he she it they man woman boy girl infant newborn when meet meets results items litres liters points point get gets reach reaches receive receives should would can did take place most likely please patient patients patient's the a an of for in is are was met by number score scores index criteria criterion critiera current value estimated total daily day concentration level how many what to and rule equation formula s does have po iv his her their equivalent dose dosage interval scale".split(
    " ",
  ),
);
const NEEDED = new Set("corrected adjusted ideal target delta free ldl hdl na".split(" "));
/** Chinese and Japanese have no spaces: "患者的BMI约为" has three words. */
export const WORD =
  /\p{Lu}{1,3}_[\p{L}\d]{1,3}(?![\p{L}\d_])|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\d])+/gu;

/** A question of at most this many characters is remembered, because all its replies are read with it. */
const MAX_QUESTION = 2000;

/** Finds the quantity that a question asks for: "What is the patient's creatinine clearance using ...?" */
export const askedFor = recall((question): AskedFor => {
  const plain = normalizeText(question).replace(/\sin\s(?!terms\s)\S{1,12}\sof\s/giu, " of ");
  const tail = tailOf(plain);
  const end = tail.search(HEAD_END);
  const head = (end === -1 ? tail.slice(0, 300) : tail.slice(0, end))
    .replace(UNIT_IN_BRACKETS, "")
    .replace(METHOD_IN_BRACKETS, "");
  const words = wordsOf(head.split(/\sfor\s/i, 1)[0] ?? "") ?? wordsOf(head) ?? [];
  const [, first = head] = /^(.*?)(?<!date)\s(?:of|for|plus)\s/i.exec(head) ?? [];
  const named = wordsOf(first) ?? words;
  const last = named.findLast((word) => !isShort(word) && word.length > 2);
  const anchors = [
    ...words.filter((word) => (isShort(word) && !isPartOfRatio(head, word)) || /^(?:due|risk)$/i.test(word)),
    ...(last === undefined ? [] : [last]),
    ...eponymOf(tail, words),
  ];
  const low = words.map((word) => word.toLowerCase());
  return {
    words: low,
    anchors: new Set(anchors.map((word) => word.toLowerCase())),
    names: new Set(
      [...head.matchAll(/\(([\p{L}\d-]{2,12})\)/gu)].map(([, name = ""]) => bare(name)).concat(otherNames(head)),
    ),
    // "the deficit" is enough for the free water deficit
    needed: new Set(low.filter((word) => NEEDED.has(word) && !(word === "free" && low.includes("water")))),
    methods: new Set(
      [...plain.matchAll(METHOD), METHOD_IN_BRACKETS.exec(tail) ?? []].flatMap(
        ([, name = ""]) => wordsOf(name.toLowerCase()) ?? [],
      ),
    ),
    quantities: new Set(quantitiesIn(head).map(({ name }) => name)),
    context: new Set(
      (plain.replace(/last (?:menstrual )?period/iu, "lmp").match(WORD) ?? [])
        .filter((word) => word.length > 2 && !low.includes(word.toLowerCase()) && quantitiesIn(word).length === 0)
        .map((word) => word.toLowerCase()),
    ),
    initials: (head.match(WORD) ?? [])
      .filter((word) => !SMALL.has(word.toLowerCase()))
      .map(initialOf)
      .join(""),
    ...measuredIn(plain, tail),
  };
}, MAX_QUESTION);

/** "McIsaac" of "Centor score (modified/McIsaac)", but no unit such as "(mL/min)". */
const otherNames = (head: string): string[] =>
  (OTHER_NAMES.exec(head)?.[1] ?? "")
    .split("/")
    .filter((name) => EPONYM.test(name))
    .map(bare);
const OTHER_NAMES = /\s\(((?:\p{L}[\p{L}-]{3,20}\s?\/\s?){1,3}\p{L}[\p{L}-]{3,20})\)/u;
const EPONYM = /^\s?\p{Lu}\p{L}*\p{Ll}/u;

/** A question behind the words that ask: "creatinine clearance using ...?" */
function tailOf(question: string): string {
  const start = [...question.matchAll(HEAD_START)].at(-1) ?? REQUEST_START.exec(question);
  return start === null ? question : question.slice(start.index + start[0].length);
}

/** The name that a score begins with: "Glasgow" of "Glasgow Coma Scale". */
function eponymOf(tail: string, words: readonly string[]): readonly string[] {
  const [first = ""] = words;
  const isName = /^\p{Lu}\p{Ll}{4}/u.test(first) && !namesInput(first);
  return isName && words.length > 1 && EPONYMOUS.test(tail) ? [first] : [];
}
const OF_SCORE = /(?<!\p{L})(?:scores?|scale|index|ratio|criteria|HOMA-IR)(?!\p{L})/iu;
const EPONYMOUS = /(?<!\p{L})(?:scores?|scale|index|criteria)(?!\p{L})/iu;
const RATIO_WITH_UNIT = /\p{L}\d?\s?\/\s?\p{L}|[- ]to[- ]|oxygenation|creatinine/iu;
const HORIZON = /(\d{1,2})[- ]years?(?!\p{L})/iu;

/** The unit, the rate and the time that a question names. */
function measuredIn(question: string, tail: string): Pick<AskedFor, "unit" | "rate" | "time" | "horizon" | "isPure"> {
  const unit =
    askedUnit(question) ?? (asksPercent(question) ? "%" : quantitiesIn(tail).find((one) => !one.isInput)?.unit);
  const rate = HOW_MANY.exec(question)?.[1];
  const time = AT_TIME.exec(tail)?.[1];
  const horizon = HORIZON.exec(question)?.[1];
  return {
    isPure: unit === undefined && OF_SCORE.test(tail) && !RATIO_WITH_UNIT.test(tail),
    ...(horizon === undefined ? {} : { horizon }),
    ...(unit === undefined ? {} : { unit }),
    ...(rate === undefined ? {} : { rate: unitForm(rate) }),
    ...(time === undefined ? {} : { time: time.toLowerCase() }),
  };
}

/** PaO2 of "PaO2/FiO2 ratio" names another quantity. */
const isPartOfRatio = (head: string, word: string): boolean => head.includes(`/${word}`) || head.includes(`${word}/`);

const SMALL = new Set(
  "a an the of for in is are s patient patients to and rule this that his her their woman man boy girl infant newborn".split(
    " ",
  ),
);
export const initialOf = (word: string): string => (word.length === 2 ? word : word.charAt(0)).toLowerCase();

const PERCENT = /percentage|(?<!\p{L})risk(?!\p{L})|(?<!\p{L})(?:in(?: terms of)?|as) (?:an? )?(?:%|per ?cent)/iu;

/** Whether a question wants "41" rather than "0.41" for 41 %, as that for a risk does. */
export const asksPercent = (question: string): boolean => PERCENT.test(question);

export const bare = (name: string): string => name.toLowerCase().replace(/\d|[^\p{L}]/gu, "");

/** An abbreviation has two capitals. */
const isShort = (word: string): boolean => /\p{Lu}.*\p{Lu}/u.test(word);

function wordsOf(head: string): string[] | undefined {
  const words = (subscripted(head).match(WORD) ?? []).filter((word) => !STOP.has(word.toLowerCase()));
  return words.length === 0 ? undefined : words;
}

/** Subscripts are digits of names: CHA₂DS₂. */
export const subscripted = (text: string): string =>
  text.replace(/[₀-₉]/gu, (one) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(one)));
