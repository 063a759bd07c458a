import type { ContentfulStatusCode } from "hono/utils/http-status";

/** A field of a request that is not valid. */
export interface FieldError {
  readonly in: string;
  readonly field: string;
  readonly message: string;
}

/** Every kind of problem, with its status and title. The kind is the last part of the problem's `type`. */
export const KINDS = {
  "bad-request": [400, "The request cannot be read"],
  validation: [400, "The request is not valid"],
  unauthenticated: [401, "No valid credential"],
  forbidden: [403, "Not allowed"],
  "wrong-host": [403, "Wrong Host or Origin"],
  "not-found": [404, "Not found"],
  "method-not-allowed": [405, "Method not allowed"],
  "too-slow": [408, "The request took too long"],
  conflict: [409, "Conflict"],
  "too-large": [413, "Too large"],
  "unsupported-media-type": [415, "Unsupported media type"],
  "expectation-failed": [417, "Unknown expectation"],
  "rate-limited": [429, "Too many requests"],
  "over-quota": [429, "The quota is used up"],
  "headers-too-large": [431, "The headers are too large"],
  unprocessable: [422, "Cannot be done as asked"],
  internal: [500, "Something went wrong here"],
  unreadable: [500, "A stored object cannot be read"],
  unavailable: [503, "Not ready yet"],
  "no-space": [507, "The disk is full"],
} as const satisfies Record<string, readonly [ContentfulStatusCode, string]>;
export type ProblemKind = keyof typeof KINDS;

/** Thrown anywhere below a route; becomes a problem body. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly kind: ProblemKind;
  readonly errors: readonly FieldError[] | undefined;
  /** for Retry-After */
  readonly retryAfterS: number | undefined;
  constructor(kind: ProblemKind, detail: string, errors?: readonly FieldError[], retryAfterS?: number) {
    super(detail);
    this.kind = kind;
    this.errors = errors;
    this.retryAfterS = retryAfterS;
  }
}
