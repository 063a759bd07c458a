import { jsonOrUndefined } from "../../text/json-or-undefined.ts";
import { isObject } from "../../is-object.ts";

/** criterion -> the keys that its object must have, e.g. {accuracy: ["score", "explanation"]} */
export type Criteria = Readonly<Record<string, readonly string[]>>;

/**
 * Parses a judge's reply like HELM (annotation/model_as_judge.py): the text from the first "{" to the last "}", otherwise the whole text,
 * as JSON or with one added "}". Every criterion with its keys must be present; more are allowed; types and ranges are not checked.
 * HELM adds the "}" only if its parser reports a missing comma; in other cases an added "}" would not help.
 * NaN and Infinity are unreadable here; Python parses them, and they then stop HELM's run.
 * @returns undefined if HELM drops the judge
 */
export function parseHelmReply(reply: string, criteria: Criteria): Readonly<Record<string, unknown>> | undefined {
  const [open, close] = [reply.indexOf("{"), reply.lastIndexOf("}")];
  const text = open >= 0 && open < close ? reply.slice(open, close + 1) : reply;
  const value = jsonOrUndefined(text) ?? jsonOrUndefined(`${text}}`);
  if (!isObject(value)) return undefined;
  const isWhole = Object.entries(criteria).every(
    ([name, fields]) => Object.hasOwn(value, name) && fields.every((field) => pythonContains(value[name], field)),
  );
  return isWhole ? value : undefined;
}

/** Python's `item in container`. HELM: for a string it searches for a substring. */
function pythonContains(container: unknown, item: string): boolean {
  if (typeof container === "string" || Array.isArray(container)) return container.includes(item);
  return isObject(container) && Object.hasOwn(container, item);
}
