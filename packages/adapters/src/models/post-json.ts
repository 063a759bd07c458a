import type { Readable } from "node:stream";
import { readAtMost } from "@medhelm/core/at-most";
import type { ModelFailure } from "@medhelm/core/ports";
import { connectionFailure, longFailure, timeoutFailure, wrongBytesFailure } from "./failures.ts";

export interface HttpReply {
  readonly kind: "reply";
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}
export interface PostOptions {
  /** e.g. the key; they precede content-type and accept */
  readonly headers: Readonly<Record<string, string>>;
  /** limits the exchange from connection to last byte */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
export type PostJson = (
  url: URL,
  body: string,
  options: PostOptions,
) => Promise<HttpReply | { readonly kind: "failure"; readonly failure: ModelFailure }>;

/** A reply of 128,000 tokens with log probabilities takes about 10 MB. */
const MAX_REPLY_BYTES = 32 * 2 ** 20;

/**
 * A POST of JSON over undici.request with a pool of keep-alive connections. It never retries and follows no redirect. The caller's
 * limiter bounds the number of connections. The first call imports undici, so commands that ask no model do not load it.
 *
 * The returned function reports a broken connection, a passed deadline and a reply of more than 32 MiB as failures.
 * @throws the signal's reason on abort; undici's InvalidArgumentError for an invalid header value
 */
export function createPostJson(): PostJson {
  let loading: ReturnType<typeof loadUndici> | undefined;

  return async (url, body, { headers, timeoutMs, signal }) => {
    const { errors, request, dispatcher } = await (loading ??= loadUndici());
    signal.throwIfAborted();
    // The timer ends with the exchange. A timer of AbortSignal.timeout would run for its full time after every reply.
    const exchange = new AbortController();
    const abort = () => exchange.abort();
    signal.addEventListener("abort", abort);
    const timer = setTimeout(abort, timeoutMs);
    try {
      const response = await request(url, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", accept: "application/json" },
        body,
        signal: exchange.signal,
        dispatcher,
      });
      const { statusCode: status } = response;
      const header = (name: string) => {
        const value = response.headers[name];
        return value === undefined ? null : String(value);
      };
      const unwanted = status < 300 ? unwantedBody(header) : undefined;
      if (unwanted !== undefined) return refuse(response.body, wrongBytesFailure(status, unwanted));
      const bytes =
        Number(header("content-length")) > MAX_REPLY_BYTES
          ? undefined
          : await readAtMost(response.body, MAX_REPLY_BYTES);
      if (bytes === undefined) return refuse(response.body, longFailure(status, MAX_REPLY_BYTES));
      return { kind: "reply", status, header, bytes };
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof errors.InvalidArgumentError) throw error;
      return {
        kind: "failure",
        failure: exchange.signal.aborted ? timeoutFailure(timeoutMs) : connectionFailure(error),
      };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", abort);
    }
  };
}

/** Closes the connection without reading the rest of the body. */
function refuse(body: Readable, failure: ModelFailure) {
  body.on("error", () => {}).destroy();
  return { kind: "failure", failure } as const;
}

/** The kind of a body that this client does not read; undefined for any other. */
function unwantedBody(header: HttpReply["header"]): string | undefined {
  const encoding = header("content-encoding")?.toLowerCase() ?? "identity";
  if (encoding !== "identity")
    return `a compressed body (${encoding.replaceAll(/[^\w-]/g, "").slice(0, 20)}), which this client does not ask for; turn off compression in the server or its proxy`;
  if (mediaType(header) === "text/event-stream")
    return "a stream of events, which this client does not ask for; turn off streaming in the server, its proxy or --extra-body";
  return undefined;
}

/** e.g. application/json; "" if the server names none */
export const mediaType = (header: HttpReply["header"]): string =>
  header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";

async function loadUndici() {
  const { Agent, errors, request } = await import("undici");
  // undici's own time limits are off, because one deadline covers the whole exchange.
  return {
    errors,
    request,
    dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0, connect: { timeout: 10_000 } }),
  };
}
