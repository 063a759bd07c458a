import type { Criteria } from "./parse-helm.ts";

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The response_format of a judge's request: each criterion with a number and a sentence. It has no range, because servers support
 * different parts of JSON Schema; the strict parser checks the scale.
 */
export function replyFormat(criteria: Criteria) {
  const criterion = objectOf({ score: { type: "number" }, explanation: { type: "string" } });
  return formatOf(objectOf(Object.fromEntries(Object.keys(criteria).map((name) => [name, criterion]))));
}

/** The response_format of a request about one rubric item. */
export const metReplyFormat = () =>
  formatOf(objectOf({ explanation: { type: "string" }, criteria_met: { type: "boolean" } }));

const formatOf = (schema: Schema) => ({ type: "json_schema", json_schema: { name: "verdict", strict: true, schema } });

/** The schema of an object with exactly these properties. */
const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
