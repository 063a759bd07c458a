import { parseJson } from "./parse-json.ts";

/** Parses JSON of any layout; undefined if the text is not JSON. */
export function jsonOrUndefined(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
