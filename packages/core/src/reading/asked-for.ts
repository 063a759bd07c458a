import { normalizeText } from "./normalize-characters.ts";

/** The quantity that a question asks for. */
export interface AskedFor {
  /** Its words, in small letters, in order. */
  readonly words: readonly string[];
  /** Words and abbreviations of which one must be there. */
  readonly anchors: ReadonlySet<string>;
  /** Its abbreviations in brackets: "(BMI)". */
  readonly names: ReadonlySet<string>;
  /** Words without which another quantity is meant: "corrected", "target". */
  readonly needed: ReadonlySet<string>;
}

const HEAD_START = /(?:what(?:'s| is| are| was| were)?(?: the)?|how many|how much|which)\s/giu;
const HEAD_END =
  /[?.;]|\s(?:in terms of|using|based on|according|calculated|from the|as an?|given|please|return|provide|in (?:weeks|days|mg|kg|g|msec|ms|mm|m²|m\^2|cm|mL|liters|litres|units|cells|per cent|percent|\S{1,12}\/\S))(?!\p{L})/iu;
const STOP = new Set(
  "patient patients patient's the a an of for in is are was met by number score scores index criteria criterion critiera current value estimated total daily day concentration level how many what to and rule equation formula s does have po iv his her their equivalent dose dosage interval".split(
    " ",
  ),
);
const NEEDED = new Set("corrected adjusted ideal target delta free ldl hdl".split(" "));
const WORD = /[\p{L}\d]+/gu;

/** Finds the quantity that a question asks for: "What is the patient's creatinine clearance using ...?" */
export function askedFor(question: string): AskedFor {
  const plain = normalizeText(question).replace(/\sin\s\S{1,12}\sof\s/giu, " of ");
  const start = [...plain.matchAll(HEAD_START)].at(-1);
  const tail = plain.slice(start === undefined ? 0 : start.index + start[0].length);
  const end = tail.search(HEAD_END);
  const head = end === -1 ? tail.slice(0, 300) : tail.slice(0, end);
  const words = wordsOf(head.split(/\sfor\s/i, 1)[0] ?? "") ?? wordsOf(head) ?? [];
  const last = words.findLast((word) => !isShort(word) && word.length > 2);
  const anchors = [
    ...words.filter((word) => isShort(word) || /^(?:due|risk)$/i.test(word)),
    ...(last === undefined ? [] : [last]),
  ];
  const low = words.map((word) => word.toLowerCase());
  return {
    words: low,
    anchors: new Set(anchors.map((word) => word.toLowerCase())),
    names: new Set([...head.matchAll(/\(([\p{L}\d-]{2,12})\)/gu)].map(([, name = ""]) => bare(name))),
    needed: new Set(low.filter((word) => NEEDED.has(word))),
  };
}

const PERCENT = /percentage|(?<!\p{L})(?:in(?: terms of)?|as) (?:an? )?(?:%|per ?cent)/iu;

/** Whether a question wants "41" rather than "0.41" for 41 %. */
export const asksPercent = (question: string): boolean => PERCENT.test(question);

const bare = (name: string): string => name.toLowerCase().replace(/\d|[^\p{L}]/gu, "");

/** An abbreviation has two capitals. */
const isShort = (word: string): boolean => /\p{Lu}.*\p{Lu}/u.test(word);

function wordsOf(head: string): string[] | undefined {
  const words = (subscripted(head).match(WORD) ?? []).filter((word) => !STOP.has(word.toLowerCase()));
  return words.length === 0 ? undefined : words;
}

/** Subscripts are digits of names: CHA₂DS₂. */
const subscripted = (text: string): string => text.replace(/[₀-₉]/gu, (one) => String("₀₁₂₃₄₅₆₇₈₉".indexOf(one)));

/** How well a label names the quantity, from 0 to 1, and where its last word ends. */
export interface Named {
  readonly share: number;
  readonly end: number;
}

/** Finds the quantity's words, or an abbreviation of them, in a label. */
export function namedIn(label: string, { words, anchors, names, needed }: AskedFor): Named {
  if (words.length === 0) return { share: 0, end: 0 };
  const found = new Set<string>();
  let end = 0;
  const plain = subscripted(label);
  for (const match of plain.matchAll(WORD)) {
    const word = match[0].toLowerCase();
    const to = match.index + match[0].length;
    if (names.has(bare(word))) return { share: 1, end: to };
    if (words.includes(word)) {
      found.add(word);
      end = to;
    } else if (word.length > 8 && words.length > 1 && words.join("") === word) return { share: 1, end: to };
    else if (isAbbreviation(match[0], words)) return { share: 1, end: to };
  }
  const isNamed = [...found].some((word) => anchors.has(word)) && [...needed].every((word) => found.has(word));
  return { share: isNamed ? found.size / new Set(words).size : 0, end };
}

/** "CrCl", "eGFR" and "QTc" are of "creatinine clearance", "glomerular filtration rate" and "corrected QT". */
function isAbbreviation(spelled: string, words: readonly string[]): boolean {
  if (spelled.length < 2 || spelled.length > 8 || !/\p{Lu}/u.test(spelled)) return false;
  const low = spelled.toLowerCase();
  if (words.some((_, from) => words.length - from > 1 && isPrefixes(low, words, from))) return true;
  if (words.length > 1 && low.startsWith("e") && isPrefixes(low.slice(1), words, 0)) return true;
  const initials = words.map((word) => (word.length === 2 ? word : word.charAt(0))).join("");
  return low.length > 2 && sorted(low) === sorted(initials);
}

const sorted = (text: string): string => text.split("").toSorted().join("");

/** Whether the letters are the beginnings of two words or more, up to the last one. */
function isPrefixes(letters: string, words: readonly string[], from: number, taken = 0): boolean {
  if (letters === "") return taken > 1;
  const word = words[from];
  if (word === undefined) return false;
  for (let length = 1; length <= 3 && length <= letters.length && word.startsWith(letters.slice(0, length)); length++)
    if (isPrefixes(letters.slice(length), words, from + 1, taken + 1)) return true;
  return false;
}
