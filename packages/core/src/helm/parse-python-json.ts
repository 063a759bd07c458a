/** Parses JSON as Python writes it, with the tokens NaN, Infinity and -Infinity. @throws SyntaxError for other invalid JSON */
export function parsePythonJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!/NaN|Infinity/.test(text)) throw error;
    return JSON.parse(
      text.replace(STRING_OR_TOKEN, (token) => (token.startsWith('"') ? token : `"${MARK}${token}"`)),
      revive,
    );
  }
}

const STRING_OR_TOKEN = /"(?:[^"\\]|\\.)*"|NaN|-?Infinity/g;
// The prefix marks numbers that are passed through JSON.parse as strings. No real text starts with it.
const MARK = "\\u0000medhelm-number:";
const PREFIX = "\u0000medhelm-number:";

function revive(_key: string, value: unknown): unknown {
  return typeof value === "string" && value.startsWith(PREFIX) ? Number(value.slice(PREFIX.length)) : value;
}
