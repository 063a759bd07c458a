import type { Criteria } from "./reading/parse-helm.ts";

/** A JSON Schema. */
type Schema = Readonly<Record<string, unknown>>;

/**
 * The response_format of a judge's request: each criterion with a number and a sentence. It has no range, because servers support
 * different parts of JSON Schema; the strict parser checks the scale. `keys`: further members that are texts.
 */
export function replyFormat(criteria: Criteria, keys: readonly string[] = []) {
  const criterion = objectOf({ score: { type: "number" }, explanation: { type: "string" } });
  return formatOf(
    objectOf({ ...Object.fromEntries(Object.keys(criteria).map((name) => [name, criterion])), ...textsOf(keys) }),
  );
}

/** The response_format of a request about one rubric item. */
export const metReplyFormat = (keys: readonly string[] = []) =>
  formatOf(objectOf({ explanation: { type: "string" }, criteria_met: { type: "boolean" }, ...textsOf(keys) }));

const textsOf = (keys: readonly string[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(keys.map((key) => [key, { type: "string" }]));

const formatOf = (schema: Schema) => ({ type: "json_schema", json_schema: { name: "verdict", strict: true, schema } });

/** The schema of an object with exactly these properties. */
const objectOf = (properties: Readonly<Record<string, Schema>>): Schema => ({
  type: "object",
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});
