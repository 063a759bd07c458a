import { createHash, hash } from "node:crypto";
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
  return hash("sha256", data, "hex");
}

/** As `sha256Hex`, of a stream. */
export async function sha256OfChunks(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const running = createHash("sha256");
  for await (const chunk of chunks) running.update(chunk);
  return running.digest("hex");
}
