import { lazyPattern } from "@medhelm/core/text/lazy-pattern";
import type { Step } from "@medhelm/core/reading/reading";
import { spanOf } from "@medhelm/core/reading/text/reply-text";
import { takesBack } from "@medhelm/core/reading/corrections/taken-back";
import type { Found } from "./query-answers.ts";

const FINAL = lazyPattern(
  String.raw`(?<!\p{L})(?:final(?:ly)?|complete|full|whole|combin\p{L}+|together|corrected|revised|fixed|updated|should be|the (?:correct|right|answer)|answer)(?!\p{L})`,
  "iu",
);
const OTHER =
  /(?<!\p{L})(?:alternativ\p{L}*|or|also|another (?:way|option|query|version|possibility|approach)|equivalent\p{L}*|option|variant|version|either|second(?:ly)?|different(?:ly)?|other)(?!\p{L})/iu;

/** White space and the case of names do not matter; SQLite compares texts letter by letter. */
const comparable = (query: string): string =>
  query
    .replace(/\s+/g, " ")
    .replace(/[\s;]+$/, "")
    .split(/('[^']*')/)
    .map((part) => (part.startsWith("'") ? part : part.toLowerCase()))
    .join("");

/** "This counts beds. To count wards:" says that the query before it does something else. */
const PURPOSE =
  /(?<!\p{L})(?:this|that|it|which|the (?:first|above|query))\s[^\n]{0,200}[.;]\s+to\s+\p{L}[^.\n]{0,100}:\s*(?:```+\w*\s*)?$/iu;

/** A query on the way: "First attempt:" */
const DRAFT =
  /(?<!\p{L})(?:first (?:attempt|try|draft|version|thought|idea)|attempt 1|draft|initial(?:ly)?|naive|original(?:ly)?|wrong|incorrect|not (?:quite )?(?:right|correct)|(?:not|\p{L}+n['’]t|never|avoid|instead of|rather than) ?(?:simply |just )?(?:us(?:e|ing)|run(?:ning)?|writ(?:e|ing)|choos(?:e|ing)))(?!\p{L})[^.\n]{0,60}[:.\s`*]*\w{0,6}\s*$/iu;
const CORRECTED =
  /(?<!\p{L})(?:final|corrected|revised|fixed|improved|updated|refined|better|cleaner|instead)(?!\p{L})[^.\n]{0,60}[:.\s`]*\w{0,6}\s*$/iu;
/** A query for another purpose than the question's. */
const OFFERED =
  /(?<!\p{L})(?:if you(?:'d| would)?(?: also| only| instead| rather| just| still)* (?:want|need|prefer|like|wish|are|were|have)|(?:to|can|could|should) (?:also |first |then |quickly )*(?:verify|check|test|validate|confirm|inspect|debug|preview)|for (?:verification|debugging|comparison|reference|testing)|as a check)(?!\p{L})[^.]{0,120}$|--[ \t]*(?:verify|check|test)[^\n]*\s*$/iu;

/** Leaves out queries that the reply only offers, or with which it checks something, if it has another one. */
export function withoutOffers(queries: readonly Found[], steps: Step[]): readonly Found[] {
  const offered = queries.filter(({ before }, i) => i > 0 && OFFERED.test(before.slice(-300)));
  if (offered.length > 0)
    steps.push({ step: "left out a condition", at: offered.slice(0, 20).map(({ query }) => spanOf(query)) });
  return queries.filter((one) => !offered.includes(one));
}

/** "I recommend option 1", "I'd go with the second one", behind the queries. */
const RECOMMENDS = lazyPattern(
  String.raw`(?<!\p{L})(?:(?:i|we)(?:['’]d| would)?\s(?:recommend|suggest|choose|pick|prefer|use|go (?:with|for)|submit)|my (?:recommendation|choice|pick|answer) is|(?:^|[.!:\n]\s?)(?:please\s)?(?:use|run|submit))\s(?:using\s|running\s)?(?:the\s)?(?:(?:option|query|version|variant|approach|number)\s([1-9A-I])(?![\p{L}\d])|(first|second|third|last)(?=\s(?:one|option|query|version|variant|approach)|[\s*_]*[.!,]|\s*$))(?!\s(?:if|when|where|only if|unless)(?!\p{L}))`,
  "iu",
);
const PLACES: readonly string[] = ["first", "second", "third"];

/** The query that the text behind all queries recommends alone, by its number. */
function recommended(queries: readonly Found[], text: string): Found | undefined {
  const last = queries.at(-1)?.query.text ?? "";
  const at = text.lastIndexOf(last);
  if (at === -1) return undefined;
  const behind = text.slice(at + last.length).slice(0, 1000);
  const places = [...RECOMMENDS.matchAll(behind)].map(([, label = "", word = ""]) =>
    label === "" ? placeOfWord(word.toLowerCase(), queries.length) : placeOfLabel(label),
  );
  const [place] = places;
  return place !== undefined && new Set(places).size === 1 ? queries[place] : undefined;
}
const placeOfWord = (word: string, count: number): number => (word === "last" ? count - 1 : PLACES.indexOf(word));
const placeOfLabel = (label: string): number =>
  /\d/.test(label) ? Number(label) - 1 : label.toUpperCase().charCodeAt(0) - "A".charCodeAt(0);

/** Of several different queries the recommended one counts, or the last if it corrects, completes or contains the ones before it. */
export function chooseOne(queries: readonly Found[], text: string, steps: Step[]): Found | undefined {
  const first = queries[0];
  const last = queries.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const keys = queries.map(({ query }) => comparable(query.text));
  const key = keys.at(-1) ?? "";
  if (keys.every((one) => one === key)) return first;
  if (isLoop(keys, key)) return first;
  const chosen = new Set(keys).size === keys.length ? recommended(queries, text) : undefined;
  if (chosen !== undefined) {
    const others = queries.filter((one) => one !== chosen);
    steps.push({ step: "preferred the final answer", at: others.slice(0, 20).map(({ query }) => spanOf(query)) });
    return chosen;
  }
  const place = keys.indexOf(key);
  const before = (queries[place]?.before ?? "").slice(-400);
  const isCorrection = takesBack(before);
  const earlier = queries.filter((_, i) => keys[i] !== key);
  const isWithin = keys.slice(0, place).every((one) => key.includes(one));
  if (!isCorrection && !isWithin && !isFinal(before) && !earlier.every(isDraft)) return undefined;
  steps.push({
    step: isCorrection ? "took back" : "preferred the final answer",
    at: earlier.slice(0, 20).map(({ query }) => spanOf(query)),
  });
  return last;
}

const isDraft = ({ before }: Found): boolean => DRAFT.test(before.slice(-200));
/** Whether the words before a query say that it is the answer. */
const isFinal = (before: string): boolean =>
  CORRECTED.test(before) || PURPOSE.test(before) || (FINAL.test(before) && !OTHER.test(before));

/** The same query again and again, cut off in its last round. */
function isLoop(keys: readonly string[], last: string): boolean {
  const [round = ""] = keys;
  if (round === "" || keys.length < 2 || keys.slice(0, -1).some((key) => key !== round)) return false;
  return (
    round.startsWith(last) ||
    (keys.length > 1 && last.startsWith(round) && round.startsWith(last.slice(round.length).trim()))
  );
}
