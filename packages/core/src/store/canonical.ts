import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** JSON with sorted keys and no spaces (RFC 8785): equal values give equal text. Absent and undefined fields are left out. */
export function canonicalJson(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("not a JSON value");
  return text;
}

/** 64 lower-case hex digits. */
export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}
