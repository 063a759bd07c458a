import { z } from "@hono/zod-openapi";
import type { Api } from "../app.ts";

const HEAD = {
  openapi: "3.1.0",
  info: {
    title: "MedHELM",
    version: "1",
    description:
      "Submit runs, follow them, read their results, make releases. Send an API key with each request (Authorization: Bearer <key>; medhelm up prints that of its own stack). Errors are problem bodies (RFC 9457, application/problem+json).",
    license: { name: "Apache-2.0", identifier: "Apache-2.0" },
  },
};

/** Builds the document on request: people and generators read it, and a cold start must not pay for it. */
export function openApiDocument(app: Api) {
  markOptional(app.openAPIRegistry.definitions, new Set());
  return app.getOpenAPI31Document(HEAD);
}

/**
 * The generator treats a field as optional if its schema accepts undefined. An exactOptional field may be absent but not undefined, so
 * the generator would list it as required. This makes such a field accept undefined when parsed alone; objects parse as before.
 */
function markOptional(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof z.ZodExactOptional)
    Object.defineProperty(value, "safeParse", {
      configurable: true, // the document may be requested again
      value: (data: unknown) => ({ success: true, data }),
    });
  const parts = value instanceof z.ZodType ? value.def : value;
  for (const part of Object.values(parts)) markOptional(part, seen);
}
