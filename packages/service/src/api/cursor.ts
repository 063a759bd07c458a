import { z } from "@hono/zod-openapi";
import { Refusal } from "./problem.ts";

export const Paging = {
  cursor: z
    .string()
    .regex(/^[\w-]{1,300}$/, "not a cursor of this service")
    .optional()
    .describe("nextCursor of the page before"),
  limit: z.coerce.number().int().min(1).max(100).default(20),
};

/** Opaque to clients, so that what is behind it may change. */
export const toCursor = (last: string): string => Buffer.from(JSON.stringify([1, last])).toString("base64url");

export function fromCursor(cursor: string): string {
  try {
    return z
      .tuple([z.literal(1), z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/)])
      .parse(JSON.parse(Buffer.from(cursor, "base64url").toString()))[1];
  } catch {
    throw notACursor();
  }
}

/** Of a list that is numbered. */
export function fromNumberCursor(cursor: string): number {
  const text = fromCursor(cursor);
  if (!/^\d{1,9}$/.test(text)) throw notACursor();
  return Number(text);
}

const notACursor = (): Refusal =>
  new Refusal("validation", "query: cursor: not a cursor of this service", [
    { in: "query", field: "cursor", message: "not a cursor of this service" },
  ]);
