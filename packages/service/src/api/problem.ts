import { z } from "@hono/zod-openapi";
import { UnreadableObject } from "@medhelm/core/store/objects";
import { UnreadableItem } from "../index/items.ts";
import { ChangedFile } from "@medhelm/core/store/run-files";
import { UserError } from "@medhelm/core/user-error";
import { isRefusedByDisk } from "@medhelm/core/writing-to";
import type { Context } from "hono";
import { HTTPException } from "hono/http-exception";
import type { ApiPorts } from "./ports.ts";
import { KINDS, Refusal } from "./refusal.ts";

export { Refusal, type FieldError } from "./refusal.ts";

/** RFC 9457. */
export const Problem = z
  .object({
    type: z.string().meta({ example: "urn:medhelm:problem:validation" }),
    title: z.string(),
    status: z.int(),
    detail: z.string(),
    /** path of the request */
    instance: z.string(),
    errors: z.array(z.object({ in: z.string(), field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: "Problem" });
export type Problem = z.infer<typeof Problem>;

export const PROBLEM_TYPE = "application/problem+json";

/** A refusal as a problem body (RFC 9457). */
export function problemOf({ kind, message, errors }: Refusal, path: string): Problem {
  const [status, title] = KINDS[kind];
  return {
    type: `urn:medhelm:problem:${kind}`,
    title,
    status,
    detail: message,
    instance: path,
    ...(errors === undefined ? {} : { errors: [...errors] }),
  };
}

/** Writes a refusal as a problem body (RFC 9457). */
export function problemResponse(c: Context, refusal: Refusal): Response {
  const { kind, retryAfterS } = refusal;
  const problem = problemOf(refusal, c.req.path);
  if (kind === "unauthenticated") c.header("WWW-Authenticate", 'Bearer realm="medhelm"');
  if (retryAfterS !== undefined) c.header("Retry-After", String(retryAfterS));
  return c.body(JSON.stringify(problem), KINDS[kind][0], { "Content-Type": PROBLEM_TYPE });
}

/** When a client asks again whether the disk of the service has space. */
const FULL_DISK_RETRY_S = 60;

/** Names of errors after which a later try succeeds: other writers were faster each time. */
const BUSY: ReadonlySet<string> = new Set(["TooManyWriters", "ConflictError"]);

/**
 * Converts a thrown error to the problem that the client receives. A UserError is the client's fault only if it sent something, and not if
 * a stored object cannot be read.
 */
export function refusalOf(error: unknown, c: Context, ports: ApiPorts): Refusal {
  if (error instanceof Refusal) return error;
  const isClients = error instanceof UserError && !(error instanceof UnreadableObject) && c.req.method !== "GET";
  if (isClients) return new Refusal("unprocessable", error.message);
  if (error instanceof Error && BUSY.has(error.name))
    return new Refusal("rate-limited", "Too many changes at once; send this one again.", undefined, 1);
  if (error instanceof HTTPException && error.status === 400)
    return new Refusal("bad-request", "The body is not valid JSON.");
  ports.report(error, { method: c.req.method, path: c.req.path });
  if (error instanceof UnreadableItem)
    return new Refusal(
      "unreadable", // without the item's key, which may contain another owner's names
      "An item of the index is damaged, or another version of medhelm wrote it. The operator of this service must call medhelm reindex, or deploy that version again.",
    );
  if (error instanceof ChangedFile)
    return new Refusal(
      "unreadable",
      "This file of a sealed run differs from the run's manifest. The operator of this service must call medhelm repair; the log names the file.",
    );
  if (isRefusedByDisk(error))
    return new Refusal(
      "no-space",
      "The disk of this service takes no more data; ask its operator to free space, and send the request again later.",
      undefined,
      FULL_DISK_RETRY_S,
    );
  return new Refusal("internal", "This is a fault of the service, not of the request; it has been logged.");
}

/** A problem response for a route's document. */
export const documented = (description: string) => ({
  description,
  content: { "application/problem+json": { schema: Problem } },
});

/** Problem responses for a route's document: `responses: {200: ..., 409: on[409]}`. */
export const on = {
  400: documented("The path, the query, a header or the body is not valid; `errors` names each field."),
  401: documented("No valid credential."),
  403: documented(
    "The credential lacks the scope or the organisation, the suite is another owner's, or Host or Origin is not this service.",
  ),
  404: documented("It does not exist, or it is private to another owner."),
  409: documented("It conflicts with an existing object."),
  413: documented("The body, or the announced upload, is too large."),
  415: documented("The body must be application/json."),
  429: documented("Too many requests, or the quota is used up. Retry-After: the seconds to wait before the next try."),
  422: documented("Well-formed, but not possible: one sentence says what to change."),
  503: documented("The index of the service is being built. Retry-After: the seconds to wait before the next try."),
} as const;
