import { z } from "zod";
import { code, escaped, markdownTable } from "./markdown-table.ts";

const Parameter = z.object({ name: z.string(), in: z.string(), required: z.boolean().default(false) });
const Body = z.object({
  content: z.record(z.string(), z.object({ schema: z.object({ $ref: z.string().optional() }) })),
});
const Operation = z.object({
  summary: z.string(),
  description: z.string().default(""),
  parameters: z.array(Parameter).default([]),
  requestBody: Body.optional(),
  responses: z.record(z.string(), z.object({ description: z.string() })),
});
const Schema = z.object({
  type: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  $ref: z.string().optional(),
  description: z.string().default(""),
});
const OpenApi = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({
    schemas: z.record(
      z.string(),
      z.object({ properties: z.record(z.string(), Schema).optional(), required: z.array(z.string()).default([]) }),
    ),
  }),
});

/** Every route of docs/openapi.json with its parameters, answers and the fields of its body. */
export function apiPage(openapi: unknown): string {
  const { paths, components } = OpenApi.parse(openapi);
  const sections = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { summary, description, parameters, requestBody, responses } = operation;
      const body = Object.values(requestBody?.content ?? {})[0]
        ?.schema.$ref?.split("/")
        .at(-1);
      const fields = body === undefined ? undefined : components.schemas[body];
      return [
        `## ${method.toUpperCase()} ${path}`,
        "",
        escaped(`${summary}.${description === "" ? "" : ` ${description}`}`),
        "",
        markdownTable(
          ["parameter", "in", "needed"],
          parameters.map(({ name, in: place, required }) => [code(name), place, required ? "yes" : "no"]),
        ),
        markdownTable(
          ["field of the body", "type", "needed", "meaning"],
          Object.entries(fields?.properties ?? {}).map(([name, schema]) => [
            code(name),
            typeOf(schema),
            fields?.required.includes(name) === true ? "yes" : "no",
            escaped(schema.description),
          ]),
        ),
        markdownTable(
          ["status", "meaning"],
          Object.entries(responses).map(([status, answer]) => [status, escaped(answer.description)]),
        ),
      ]
        .join("\n")
        .replaceAll(/\n{3,}/g, "\n\n");
    }),
  );
  return [
    "# The API",
    "",
    "Each request except `GET /v1/health` has a key: `Authorization: Bearer KEY`. Errors are problem bodies (RFC 9457). A service describes the same at `/reference` and in",
    "`/v1/openapi.json`; in this repository it is `docs/openapi.json`.",
    "",
    ...sections,
  ].join("\n");
}

function typeOf({ type, enum: values, $ref }: z.infer<typeof Schema>): string {
  if (values !== undefined) return values.map((value) => code(String(value))).join(", ");
  if ($ref !== undefined) return $ref.split("/").at(-1) ?? "";
  return typeof type === "string" ? type : Array.isArray(type) ? type.join(" or ") : "object";
}
