import { isObject } from "../is-object.ts";
import { OWN_FIELDS } from "./request-settings.ts";

/** As for a body of the API. */
const MOST_NESTED = 32;

/**
 * The fault of the fields that a user adds to every body, for a message that continues the name of the option. Undefined if they can be
 * sent and hashed.
 */
export function faultOfExtraBody(fields: Readonly<Record<string, unknown>>): string | undefined {
  const own = OWN_FIELDS.find((name) => name in fields);
  if (own !== undefined) return ` sets ${own}, which the run sets itself; leave it out`;
  if (isNested(fields, MOST_NESTED)) return ` nests more than ${MOST_NESTED} lists and objects; leave some out`;
  const fault = faultIn(fields, []);
  return fault && `: ${fault}; correct it`;
}

const isNested = (value: unknown, levels: number): boolean =>
  typeof value === "object" &&
  value !== null &&
  (levels === 0 || Object.values(value).some((part) => isNested(part, levels - 1)));

/** JSON.parse reads 1e999 as infinity, and YAML has values that JSON lacks. */
function faultIn(value: unknown, path: readonly string[]): string | undefined {
  const place = path.join(".").toWellFormed();
  if (typeof value === "string") return value.isWellFormed() ? undefined : `${place} has half of a character`;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${place} is no number that JSON can hold`;
  if (typeof value === "boolean" || value === null) return undefined;
  if (!Array.isArray(value) && !isObject(value)) return `${place} is no value of JSON`;
  for (const [key, part] of Object.entries(value)) {
    const fault = key.isWellFormed() ? faultIn(part, [...path, key]) : faultIn(key, [...path, key]);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
