import { fieldName } from "../app.ts";
import { Refusal } from "../problem.ts";

/**
 * Refuses a JSON text in which a key or a value has half a surrogate pair. UTF-8 cannot encode it, so no store can keep it.
 * A text that is not JSON is left to its parser.
 * @throws Refusal that names the first such field
 */
export function refuseBrokenText(text: string): void {
  if (!/\\ud[89a-f]/i.test(text)) return; // only an escape can write half a pair: the text itself was UTF-8
  const path = brokenAt(parsed(text), []);
  if (path === undefined) return;
  const field = fieldName(path).toWellFormed();
  const message = "is not valid Unicode: it has half of a surrogate pair (\\ud800 to \\udfff); send both halves";
  throw new Refusal("validation", `body: ${field} ${message}`, [{ in: "body", field, message }]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The path of the first text that is not well-formed. */
function brokenAt(value: unknown, path: readonly PropertyKey[]): readonly PropertyKey[] | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : path;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, part] of Object.entries(value)) {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    const found = key.isWellFormed() ? brokenAt(part, place) : place;
    if (found !== undefined) return found;
  }
  return undefined;
}
