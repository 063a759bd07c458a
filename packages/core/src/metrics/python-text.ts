/** Python's str methods that differ from JavaScript's; HELM's scores depend on them. */

// str.isspace: \s plus U+001C to U+001F and U+0085, without U+FEFF. Each is one UTF-16 unit.
// oxlint-disable-next-line no-control-regex -- Python counts these as space
export const SPACE = /[\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]/;
const SPACES = new RegExp(`${SPACE.source}+`);

/** str.strip() */
export function strip(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && SPACE.test(text.charAt(start))) start++;
  while (end > start && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** str.rstrip() */
export function rstrip(text: string): string {
  let end = text.length;
  while (end > 0 && SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** str.split() without arguments: no empty pieces. */
export function splitWords(text: string): string[] {
  return text.split(SPACES).filter((word) => word !== "");
}

/** string.punctuation */
const PUNCTUATION = /[!-/:-@[-`{-~]/g;

/** Removes the ASCII characters of Python's string.punctuation. */
export function removePunctuation(text: string): string {
  return text.replace(PUNCTUATION, "");
}

/** The meaning of `\w` in Python's re for str. */
export const WORD_CHARACTER = "[\\p{L}\\p{N}_]";

/**
 * A Python regular expression as a JavaScript one: leading (?i)-like flags, named groups, \A and \Z.
 * @throws SyntaxError if JavaScript cannot parse it
 */
export function pythonRegExp(pattern: string): RegExp {
  const inline = /^\(\?([aimsux]+)\)/.exec(pattern);
  const flags = ["i", "m", "s"].filter((flag) => inline?.[1]?.includes(flag)).join("");
  const body = pattern
    .slice(inline?.[0].length ?? 0)
    .replaceAll("(?P<", "(?<")
    .replaceAll(/\(\?P=(\w+)\)/g, "\\k<$1>")
    .replaceAll("\\A", "^")
    .replaceAll("\\Z", "$");
  try {
    return new RegExp(body, `${flags}u`);
  } catch {
    return new RegExp(body, flags); // Python allows escapes such as \- that the u flag refuses
  }
}
