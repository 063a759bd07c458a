import { normalized } from "../../text/normalized.ts";
import { recallOf } from "../../text/recall.ts";
import { type AskedFor, bare, initialOf, subscripted, WORD } from "./asked-for.ts";
import { resultOf } from "./quantities.ts";
import { englishOf } from "./words-abroad.ts";

/** How well a label names the quantity, from 0 to 1, and where its last word ends. */
export interface Named {
  readonly share: number;
  readonly end: number;
}

/** Finds the quantity's words, or an abbreviation of them, in a label. */
export const namedIn = recallOf((label, asked: AskedFor): Named => {
  const { words, anchors, needed } = asked;
  const found = new Set<string>();
  let end = 0;
  for (const match of subscripted(label).matchAll(WORD)) {
    const to = match.index + match[0].length;
    for (const word of spellingsOf(match[0].replaceAll("_", ""))) {
      const named = words.length === 0 ? [] : wordsOfName(word, asked);
      if (named === words) return { share: 1, end: to };
      for (const one of named) found.add(one);
      if (named.length > 0) end = to;
    }
  }
  const share = found.size / Math.max(1, new Set(words).size);
  // sodium alone is an input of the MELD-Na score
  if (needed.has("na") && words.length > 1 && found.size === 1 && found.has("na")) return { share: 0, end };
  if (![...needed].every((word) => found.has(word))) return { share: 0, end };
  // "corrected: 9.3" is enough if the question requests the corrected value
  if (needed.size > 0) return { share: Math.max(share, LEAST), end };
  return { share: [...found].some((word) => anchors.has(word)) ? share : 0, end };
});

/** A word of a label, and its English words if it is of another language: "DFG" is "GFR". */
const spellingsOf = (word: string): readonly string[] => [word, ...(englishOf(word) ?? [])];

/** Returns the words of the quantity that a word of a label names; `words` itself if it names the whole quantity. */
const wordsOfName = recallOf((spelled, asked: AskedFor): readonly string[] => {
  const { words, names, needed, initials, quantities } = asked;
  const word = spelled.toLowerCase().replace(/(?<=\p{L}{2})(?:score|value|index|total|points?)$/u, "");
  if (names.has(bare(word)) || (ESTIMATED.test(spelled) && names.has(bare(word.slice(1))))) return words;
  const known = words.find((one) => isSameName(spelled, one));
  if (known !== undefined) return [known];
  if (word.length > 5 && words.length > 1 && words.join("") === word) return words;
  if (needed.has("delta") && isDelta(word, words)) return words;
  if (needed.size === 0 && isShortFor(word, quantities)) return words;
  const short = abbreviated(spelled, words, initials);
  return short.length === words.length ? words : short;
});

/** "eGFR" is of "Glomerular Filtration Rate (GFR)". */
const ESTIMATED = /^e(?:\p{Lu}{2}|[b-df-hj-np-tv-xz]{3})/u;

/** "ag" for the anion gap, "map" for the mean arterial pressure */
const isShortFor = (word: string, quantities: ReadonlySet<string>): boolean => {
  if (quantities.size === 0 || !/^[a-z]{2,4}$/.test(word)) return false;
  const named = resultOf(word);
  return named !== undefined && quantities.has(named);
};

/** "Δ", "ΔΔ" and "ΔAG" for the delta gap, but not "ΔHCO3" */
const isDelta = (word: string, words: readonly string[]): boolean =>
  /^δ+$/u.test(word) ||
  (word === "δag" && words.includes("gap")) ||
  (word.startsWith("δ") && words.includes(word.slice(1)));

/** The least share of the words that names a quantity. */
const LEAST = 0.5;
/** "correction" and "adjusting" are of "corrected", "conceived" is of "conception", "sodium" is "Na". */
const stemOf = (word: string): string =>
  (word === "na" ? "sodium" : word)
    .replace(/^(?:correct|adjust)(?:ed|ion|ment|s|ing)$/, "correct")
    .replace(/^concei(?:ved?|ving)$/, "conception");

/** "FIB" is of "Fibrosis", "eGFR" of "GFR", and "Well's" of "Wells'". */
const isSameName = (spelled: string, word: string): boolean => {
  const low = spelled.toLowerCase();
  if (low === word || stemOf(low) === stemOf(word) || (low.length > 3 && `${low}s` === word)) return true;
  if (low.length > 7 && word.length > 7 && isCognate(plain(low), word)) return true;
  if (ESTIMATED.test(spelled)) return low.slice(1) === word;
  return /^\p{Lu}{3,5}$/u.test(spelled) && word.length > 5 && word.startsWith(low);
};

const plain = (word: string): string => normalized(word, "NFD").replace(/\p{M}/gu, "");
/** "osmolarité" is of "osmolality": the first letters are the same, the most of both words. */
function isCognate(one: string, other: string): boolean {
  const longest = Math.max(one.length, other.length);
  const end = one.split("").findIndex((letter, i) => letter !== other.charAt(i));
  const same = end === -1 ? one.length : end;
  return same > 5 && same >= 0.6 * longest && same < Math.min(one.length, other.length);
}

/** Symbols of elements in abbreviations: "FENa". */
const SYMBOLS: Readonly<Record<string, string>> = { sodium: "na", potassium: "k", calcium: "ca", chloride: "cl" };

/** Returns the words of which a name is the abbreviation: "CrCl", "eGFR" and "QTcF" are of "creatinine clearance", "glomerular filtration rate" and "corrected QT". */
function abbreviated(spelled: string, words: readonly string[], whole: string): readonly string[] {
  if (spelled.length < 2 || spelled.length > 8) return [];
  // "edd", as the key of a field has it
  if (!/\p{Lu}/u.test(spelled) && !NO_WORD.test(spelled)) return spelled.length > 2 && spelled === whole ? words : [];
  const low = (/^\p{L}{2,}[a-z]\p{Lu}$/u.test(spelled) ? spelled.slice(0, -1) : spelled).toLowerCase();
  const from = words.findIndex((_, at) => words.length - at > 1 && isPrefixes(low, words, at));
  if (from !== -1) return words.slice(from);
  return isOfWhole(spelled, low, words, whole) ? words : [];
}

/** Whether letters are of all words: "eGFR", "FENa", "OI". */
function isOfWhole(spelled: string, low: string, words: readonly string[], whole: string): boolean {
  if (words.length > 1 && low.startsWith("e") && isPrefixes(low.slice(1), words, 0)) return true;
  const symbols = words.map((word) => SYMBOLS[word] ?? word);
  const hasSymbol = words.length > 1 && symbols.some((symbol, i) => symbol !== words[i]);
  return (hasSymbol && isPrefixes(low, symbols, 0)) || isInitials(spelled, low, words, whole);
}

/** "crcl", as the key of a field has it: letters without a vowel are no word. */
const NO_WORD = /^[b-df-hj-np-tv-xz]{3,8}$/;

/** "OI" is "oxygen index"; longer abbreviations may have the letters in another order. */
function isInitials(spelled: string, low: string, words: readonly string[], whole: string): boolean {
  if (low.length < 3) return low === whole && /^\p{Lu}{2}$/u.test(spelled);
  return low === whole || sorted(low) === sorted(words.map(initialOf).join(""));
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
