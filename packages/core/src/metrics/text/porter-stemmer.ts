/**
 * Porter's stemmer (M. F. Porter, "An algorithm for suffix stripping", 1980) with NLTK's default extensions, which rouge-score uses. These are a list
 * of irregular words, -ied, short -ies, y after any consonant, -fulli, -logi, -bli, and unchanged words of two letters. Neither the npm packages
 * `stemmer` (original rules: "dying" becomes "dy") nor `js-rouge` (no stemmer at all, and a summary-level ROUGE-L) gives HELM's numbers.
 */

const IRREGULAR = new Map<string, string>([
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["innings", "inning"],
  ["outings", "outing"],
  ["cannings", "canning"],
  ...["sky", "news", "inning", "outing", "canning", "howe", "proceed", "exceed", "succeed"].map(
    (word) => [word, word] as const,
  ),
]);

/** Stems a lower-case word. */
export function porterStem(word: string): string {
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  if (word.length <= 2) return word;
  return [plural, pastOrGerund, finalY, doubleSuffix, singleSuffix, longSuffix, finalE, doubleL].reduce(
    (rest, step) => step(rest),
    word,
  );
}

/** An ending, its replacement and a condition. The first matching ending decides, even if its condition fails. */
type Rule = readonly [ending: string, replacement: string];

function applyFirst(word: string, rules: readonly Rule[], holds: (stem: string, ending: string) => boolean): string {
  for (const [ending, replacement] of rules) {
    if (!word.endsWith(ending)) continue;
    const stem = word.slice(0, word.length - ending.length);
    return holds(stem, ending) ? stem + replacement : word;
  }
  return word;
}

function isConsonant(word: string, at: number): boolean {
  const letter = word.charAt(at);
  if (letter === "y") return at === 0 || !isConsonant(word, at - 1);
  return !"aeiou".includes(letter);
}

/** Counts vowel-consonant sequences: the m of [C](VC)^m[V]. */
function measure(stem: string): number {
  let count = 0;
  let wasVowel = false;
  for (let at = 0; at < stem.length; at++) {
    const isVowel = !isConsonant(stem, at);
    if (wasVowel && !isVowel) count++;
    wasVowel = isVowel;
  }
  return count;
}

function hasVowel(stem: string): boolean {
  for (let at = 0; at < stem.length; at++) if (!isConsonant(stem, at)) return true;
  return false;
}

/** Consonant, vowel, consonant other than w, x, y; NLTK also counts a whole word of vowel and consonant. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  if (last === 1) return !isConsonant(word, 0) && isConsonant(word, 1);
  return (
    last >= 2 &&
    isConsonant(word, last - 2) &&
    !isConsonant(word, last - 1) &&
    isConsonant(word, last) &&
    !"wxy".includes(word.charAt(last))
  );
}

function plural(word: string): string {
  if (word.length === 4 && word.endsWith("ies")) return word.slice(0, -1);
  return applyFirst(
    word,
    [
      ["sses", "ss"],
      ["ies", "i"],
      ["ss", "ss"],
      ["s", ""],
    ],
    () => true,
  );
}

function pastOrGerund(word: string): string {
  if (word.endsWith("ied")) return word.slice(0, word.length === 4 ? -1 : -2);
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const stem = ["ed", "ing"]
    .filter((ending) => word.endsWith(ending))
    .map((ending) => word.slice(0, -ending.length))
    .find(hasVowel);
  if (stem === undefined) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  const last = stem.length - 1;
  if (last >= 1 && stem.charAt(last) === stem.charAt(last - 1) && isConsonant(stem, last))
    return "lsz".includes(stem.charAt(last)) ? stem : stem.slice(0, -1);
  return measure(stem) === 1 && endsShort(stem) ? `${stem}e` : stem;
}

function finalY(word: string): string {
  return applyFirst(word, [["y", "i"]], (stem) => stem.length > 1 && isConsonant(stem, stem.length - 1));
}

const DOUBLE_SUFFIXES: readonly Rule[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["izer", "ize"],
  ["bli", "ble"],
  ["alli", "al"],
  ["entli", "ent"],
  ["eli", "e"],
  ["ousli", "ous"],
  ["ization", "ize"],
  ["ation", "ate"],
  ["ator", "ate"],
  ["alism", "al"],
  ["iveness", "ive"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["aliti", "al"],
  ["iviti", "ive"],
  ["biliti", "ble"],
  ["fulli", "ful"],
  ["logi", "log"],
];

function doubleSuffix(word: string): string {
  if (word.endsWith("alli") && measure(word.slice(0, -4)) > 0) return doubleSuffix(word.slice(0, -2));
  // the l of -logi belongs to the stem
  return applyFirst(word, DOUBLE_SUFFIXES, (stem, ending) => measure(ending === "logi" ? `${stem}l` : stem) > 0);
}

function singleSuffix(word: string): string {
  return applyFirst(
    word,
    [
      ["icate", "ic"],
      ["ative", ""],
      ["alize", "al"],
      ["iciti", "ic"],
      ["ical", "ic"],
      ["ful", ""],
      ["ness", ""],
    ],
    (stem) => measure(stem) > 0,
  );
}

const LONG_SUFFIXES: readonly Rule[] = "al ance ence er ic able ible ant ement ment ent ion ou ism ate iti ous ive ize"
  .split(" ")
  .map((it) => [it, ""]);

function longSuffix(word: string): string {
  return applyFirst(
    word,
    LONG_SUFFIXES,
    (stem, ending) => measure(stem) > 1 && (ending !== "ion" || /[st]$/.test(stem)),
  );
}

function finalE(word: string): string {
  if (!word.endsWith("e")) return word;
  const stem = word.slice(0, -1);
  const syllables = measure(stem);
  return syllables > 1 || (syllables === 1 && !endsShort(stem)) ? stem : word;
}

function doubleL(word: string): string {
  return word.endsWith("ll") && measure(word.slice(0, -1)) > 1 ? word.slice(0, -1) : word;
}
