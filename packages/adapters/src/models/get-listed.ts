import { jsonAtMost } from "@medhelm/core/at-most";
import { onAbort } from "@medhelm/core/run/asking/on-abort";

/** A list of 400 models with descriptions takes about 1 MB. */
const MAX_LIST_BYTES = 16 * 2 ** 20;

export interface GetOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** limits the request from connection to last byte */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads what a model server says about itself, such as its list of models. The HTTP client notices an abort only after it has a connection, so this
 * function itself stops the wait for one.
 * @throws an error for a server that cannot be reached, is too slow or sends no JSON, and the signal's reason
 */
export async function getListed(
  url: URL,
  { headers, timeoutMs, signal }: GetOptions,
): Promise<{ readonly status: number; readonly value: unknown }> {
  const { request } = await import("./undici.ts");
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal === undefined ? [] : [signal])]);
  limit.throwIfAborted();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stopWaiting = onAbort(limit, () => reject(limit.reason));
  try {
    const asked = request(url, { headers: { accept: "application/json", ...headers }, signal: limit });
    const { body, statusCode } = await Promise.race([asked, stopped]);
    return { status: statusCode, value: await jsonAtMost(body, MAX_LIST_BYTES) };
  } finally {
    stopWaiting();
  }
}
