import { z } from "zod";

/** The part of JSON Schema (OpenAPI 3.1) that this API's document uses. */
const Schema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  get properties() {
    return z.record(z.string(), Schema).optional();
  },
  required: z.array(z.string()).optional(),
  get additionalProperties() {
    return z.union([z.boolean(), Schema]).optional();
  },
  get items() {
    return Schema.optional();
  },
  get oneOf() {
    return z.array(Schema).optional();
  },
  get anyOf() {
    return z.array(Schema).optional();
  },
  get allOf() {
    return z.array(Schema).optional();
  },
  description: z.string().optional(),
  default: z.unknown().optional(),
  pattern: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  exclusiveMinimum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
});
type Schema = z.infer<typeof Schema>;

/** Renders a JSON schema as a type, with limits as comments: { name: string; rows?: integer[] }. */
export const schemaText = (schema: unknown): string => typeText(Schema.parse(schema), "");

export const schemaName = (schema: unknown): string | undefined => Schema.parse(schema).$ref?.split("/").at(-1);

/** Renders limits and default, e.g. "at most 100, default 20"; empty if the schema has none. */
export function schemaNote(schema: unknown): string {
  return note(Schema.parse(schema));
}

function typeText(schema: Schema, indent: string): string {
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const some = schema.oneOf ?? schema.anyOf;
  if (some !== undefined) return some.map((one) => typeText(one, indent)).join(" | ");
  if (schema.allOf !== undefined) return schema.allOf.map((one) => typeText(one, indent)).join(" & ");
  if (schema.items !== undefined) return arrayText(typeText(schema.items, indent));
  if (schema.properties !== undefined) return objectText(schema.properties, schema.required ?? [], indent);
  if (typeof schema.additionalProperties === "object")
    return `{ [name]: ${typeText(schema.additionalProperties, indent)} }`;
  return [schema.type ?? "any"].flat().join(" | ");
}

const arrayText = (item: string): string =>
  item.includes(" | ") && !item.startsWith("{") ? `(${item})[]` : `${item}[]`;

function objectText(properties: Readonly<Record<string, Schema>>, required: readonly string[], indent: string): string {
  const inner = `${indent}  `;
  const lines = Object.entries(properties).map(([name, schema]) => {
    const limits = note(schema);
    const optional = required.includes(name) ? "" : "?";
    return `${inner}${name}${optional}: ${typeText(schema, inner)}${limits === "" ? "" : `  // ${limits}`}`;
  });
  return lines.length === 0 ? "{}" : `{\n${lines.join("\n")}\n${indent}}`;
}

function note(schema: Schema): string {
  const limits: readonly (readonly [string, string | number | undefined])[] = [
    ["", schema.description],
    ["at least ", schema.minimum],
    ["more than ", schema.exclusiveMinimum],
    ["at most ", schema.maximum],
    ["shortest ", schema.minLength],
    ["longest ", schema.maxLength],
    ["fewest ", schema.minItems],
    ["most ", schema.maxItems],
    ["matches ", schema.pattern],
    ["default ", schema.default === undefined ? undefined : JSON.stringify(schema.default)],
  ];
  return limits.flatMap(([word, value]) => (value === undefined ? [] : [`${word}${String(value)}`])).join(", ");
}
