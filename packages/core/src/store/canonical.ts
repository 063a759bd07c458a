import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/**
 * Returns JSON with sorted keys and no spaces (RFC 8785), so that equal values give equal text. It omits undefined
 * fields.
 */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/** Returns the sha256 as 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
