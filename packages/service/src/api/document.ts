import { z } from "@hono/zod-openapi";
import type { Api } from "./app.ts";

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

/** Built when it is asked for: it is for people and generators, not for every cold start. */
export function openApiDocument(app: Api) {
  markOptional(app.openAPIRegistry.definitions, new Set());
  return app.getOpenAPI31Document(HEAD);
}

/**
 * The generator takes a field for optional when it takes undefined; one that may be absent but never undefined (exactOptional) it
 * would call required. So such a field is made to answer that question with yes; what it parses as part of an object stays.
 */
function markOptional(value: unknown, seen: Set<unknown>): void {
  if (typeof value !== "object" || value === null || seen.has(value)) return;
  seen.add(value);
  if (value instanceof z.ZodExactOptional)
    Object.defineProperty(value, "safeParse", {
      configurable: true, // the document may be asked for again
      value: (data: unknown) => ({ success: true, data }),
    });
  const parts = value instanceof z.ZodType ? value.def : value;
  for (const part of Object.values(parts)) markOptional(part, seen);
}
