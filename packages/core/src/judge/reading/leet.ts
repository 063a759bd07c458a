/** Letters that a digit or a sign represents. "1" is i or l. */
const LETTERS: Readonly<Record<string, string>> = {
  "0": "o",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "8": "b",
  "9": "g",
  "@": "a",
  $: "s",
  "+": "t",
};
const ONE = /[1!|]/g;
const WORD = /[\p{L}\d@$!|+]+/gu;

/** Whether digits or signs stand among two letters or more. */
const isMixed = (word: string): boolean => /[\d@$!|+]/.test(word) && (word.match(/\p{L}/gu)?.length ?? 0) > 1;

/** Returns the readings of a text whose words have digits and signs in place of letters, such as "4ccur4cy"; none without such words. */
export function withoutLeet(text: string): readonly string[] {
  const withOne = (letter: string): string =>
    text.replace(WORD, (word) =>
      isMixed(word) ? word.replace(ONE, letter).replace(/[\d@$+]/g, (one) => LETTERS[one] ?? one) : word,
    );
  return [withOne("i"), withOne("l")].filter((one) => one !== text);
}
