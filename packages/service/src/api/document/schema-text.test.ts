import { expect, it } from "vitest";
import { schemaText } from "./schema-text.ts";

it("a schema is rendered as a type with its limits", () => {
  const schema = {
    type: "object",
    properties: {
      name: { type: "string", minLength: 1, description: "as people know it" },
      state: { enum: ["queued", "sealed"] },
      rows: { type: "array", items: { anyOf: [{ type: "integer" }, { type: "null" }] } },
      page: { $ref: "#/components/schemas/Page" },
      counts: { type: "object", additionalProperties: { type: "integer" } },
      limit: { type: "integer", maximum: 100, default: 20 },
      judge: { type: "object", properties: { id: { type: ["string", "null"] } } },
    },
    required: ["name", "state"],
  };
  expect(schemaText(schema)).toBe(`{
  name: string  // as people know it, shortest 1
  state: "queued" | "sealed"
  rows?: (integer | null)[]
  page?: Page
  counts?: { [name]: integer }
  limit?: integer  // at most 100, default 20
  judge?: {
    id?: string | null
  }
}`);
});
