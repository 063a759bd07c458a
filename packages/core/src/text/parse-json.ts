import { isTooDeep, TOO_DEEP_JSON } from "./json-depth.ts";

/**
 * JSON.parse whose texts are valid Unicode. An escape such as \ud800 can write half of a character, which UTF-8 and the hashes of files do not have.
 * The mark for an unreadable character replaces it.
 * @throws SyntaxError for a text that is not JSON, or has too many levels
 */
export function parseJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP_JSON);
  return JSON.parse(MAY_BE_HALF.test(text) ? text.replaceAll(ESCAPES, wholeEscape) : text);
}

const MAY_BE_HALF = /\\u[dD][89a-fA-F]/;
/** Both halves of a character, a half, or another escape, of which a backslash may be the second sign. */
const ESCAPES = /\\(?:u[dD][89abAB][\da-fA-F]{2}\\u[dD][c-fC-F][\da-fA-F]{2}|u[dD][89a-fA-F][\da-fA-F]{2}|[^])/g;
const HALF_LENGTH = 6;

const wholeEscape = (escape: string): string => (escape.length === HALF_LENGTH ? "\\ufffd" : escape);
