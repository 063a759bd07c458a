/**
 * Splits sentences by the rules of NLTK's Punkt (Kiss and Strunk 2006) without its trained English model. No package contains the model's lists of
 * abbreviations, sentence starters and usually lower-case words (nltk_data). A short list of common abbreviations and the case
 * of the next word replace it. See docs/scoring.md.
 */
export function sentences(text: string): string[] {
  const found: string[] = [];
  const words = [...text.matchAll(/\S+/gu)];
  let start = 0;
  for (const [i, { 0: word, index }] of words.entries()) {
    const next = words[i + 1]?.[0];
    const length = upToMark(word, next !== undefined);
    if (length === 0 || !isEnd(word.slice(0, length), length === word.length ? next : undefined)) continue;
    const closing = CLOSING.exec(word.slice(length))?.[0] ?? "";
    const end = index + length + closing.length;
    found.push(text.slice(start, end));
    start = end;
  }
  found.push(text.slice(start));
  return found.map((sentence) => sentence.trim()).filter((sentence) => sentence !== "");
}

/** Length of a word up to its last mark that may end a sentence: at its end before another word, or before a mark outside words. */
function upToMark(word: string, hasNext: boolean): number {
  for (let at = word.length - 1; at >= 0; at--) {
    if (!".?!".includes(word.charAt(at))) continue;
    const isLast = at === word.length - 1;
    if (isLast ? hasNext : ")\";}]*:@'({[!?".includes(word.charAt(at + 1))) return at + 1;
  }
  return 0;
}

/** Marks that close the preceding sentence. */
const CLOSING = /^["')\]}]+?(?=--|$)/u;

const ABBREVIATIONS = new Set(
  "dr mr mrs ms prof st jr sr vs etc e.g i.e a.m p.m u.s u.k no vol inc ltd co corp dept approx fig gen gov lt col sgt capt rev jan feb mar apr jun jul aug sep sept oct nov dec ph.d m.d".split(
    " ",
  ),
);

function isEnd(word: string, next: string | undefined): boolean {
  if (!word.endsWith(".")) return true;
  const bare = word.replace(/^[^\p{L}\p{N}.]+/u, "").slice(0, -1);
  const isBeforeSmall = next !== undefined && /^\p{Ll}/u.test(next);
  if (bare.endsWith(".") || /^\p{N}[\p{N}.,-]*$/u.test(bare))
    return next !== undefined && !isBeforeSmall && !/^[;:,.!?]/u.test(next);
  if (/^\p{L}$/u.test(bare)) return false;
  return !ABBREVIATIONS.has(bare.toLowerCase().split("-").at(-1) ?? "");
}
