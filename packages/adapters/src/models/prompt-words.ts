export const LEFT_OUT = "[...]";

/** A word, a number, a date, or words that a mark joins. */
const WORD = /[\p{L}\p{N}]+(?:[-/.:'’_][\p{L}\p{N}]+)*/gu;
/** Letters of a script without capitals, e.g. Chinese: there a name looks like any other word. */
const WITHOUT_CASE = /\p{Lo}{2,}/u;
const NAME = /^\p{Lu}[\p{L}\p{N}]/u;
/** From this number of digits on, a number can be that of a person, or a date. Shorter ones are limits and positions. */
const IDENTIFYING_DIGITS = 4;
/** A pair of shorter words is a common phrase. */
const CONTENT_LETTERS = 4;

/**
 * Leaves out short parts of the prompt that can identify a patient. These are names (words that the prompt writes only with a capital), numbers and
 * dates of four or more digits, two or more long words in a row, and words of scripts without capitals. Other single words stay, because they are
 * also the server's own.
 */
export function withoutPromptWords(line: string, prompt: string): string {
  const lowerPrompt = prompt.toLowerCase();
  const words = [...line.matchAll(WORD)].map(({ 0: text, index }) => ({
    text,
    start: index,
    end: index + text.length,
  }));
  let kept = "";
  let from = 0;
  for (let i = 0; i < words.length; ) {
    const first = words[i];
    if (first === undefined) break;
    const last = words[lastOfPhrase(line, words, i, lowerPrompt)] ?? first;
    if (last === first && !identifies(first.text, prompt, lowerPrompt)) {
      i++;
      continue;
    }
    kept += line.slice(from, first.start) + LEFT_OUT;
    from = last.end;
    i = words.indexOf(last) + 1;
  }
  return `${kept}${line.slice(from)}`.replaceAll(/\[\.{3}\](?:\s*\[\.{3}\])+/g, LEFT_OUT);
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/**
 * The index of the last word of the longest phrase of the prompt that begins at a word and has two long words. Without such a phrase, the index of
 * the word itself.
 */
function lastOfPhrase(line: string, words: readonly Word[], at: number, lowerPrompt: string): number {
  let last = at;
  let long = 0;
  for (let i = at; i < words.length; i++) {
    const [first, word] = [words[at], words[i]];
    if (first === undefined || word === undefined) break;
    if (!hasWhole(lowerPrompt, line.slice(first.start, word.end).toLowerCase())) break;
    if (word.text.length >= CONTENT_LETTERS) long++;
    if (long > 1 && word.text.length >= CONTENT_LETTERS) last = i;
  }
  return last;
}

function identifies(word: string, prompt: string, lowerPrompt: string): boolean {
  if (WITHOUT_CASE.test(word)) return hasPairOf(word, prompt);
  const lower = word.toLowerCase();
  if (word.replaceAll(/\D/g, "").length >= IDENTIFYING_DIGITS) return hasWhole(lowerPrompt, lower);
  return NAME.test(word) && hasWhole(prompt, word) && !hasWhole(prompt, lower);
}

/** Whether two letters of the word are next to each other in the prompt, too. */
function hasPairOf(word: string, prompt: string): boolean {
  const letters = Array.from(word);
  return letters.some((letter, i) => i > 0 && prompt.includes(`${letters[i - 1]}${letter}`));
}

/** Whether the text has this part between other characters than letters and digits. */
function hasWhole(text: string, part: string): boolean {
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1))
    if (!isInWord(text[at - 1]) && !isInWord(text[at + part.length])) return true;
  return false;
}

const isInWord = (character: string | undefined): boolean => character !== undefined && /[\p{L}\p{N}]/u.test(character);
