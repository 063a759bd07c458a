import { isTooDeep, TOO_DEEP_JSON } from "../text/json-depth.ts";

/** Parses JSON as Python writes it, with the tokens NaN, Infinity and -Infinity. @throws SyntaxError for other invalid JSON, and for too many levels */
export function parsePythonJson(text: string): unknown {
  if (isTooDeep(text)) throw new SyntaxError(TOO_DEEP_JSON);
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(withMarks(text), revive);
  }
}

// The prefix marks numbers that are passed through JSON.parse as strings. No real text starts with it.
const MARK = "\\u0000medhelm-number:";
const PREFIX = "\u0000medhelm-number:";

/** Marks the tokens outside of strings. No expression matches a whole string: the strings of a file may have megabytes, and their ends may be missing. */
function withMarks(text: string): string {
  const parts: string[] = [];
  let done = 0;
  while (done < text.length) {
    const quote = text.indexOf('"', done);
    const start = quote < 0 ? text.length : quote;
    parts.push(text.slice(done, start).replaceAll(/NaN|-?Infinity/g, `"${MARK}$&"`));
    done = endOfString(text, start);
    parts.push(text.slice(start, done));
  }
  return parts.join("");
}

/** The place behind the string that starts at a quotation mark. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return Math.min(at + 1, text.length);
}

function revive(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith(PREFIX) ? Number(value.slice(PREFIX.length)) : value;
}
