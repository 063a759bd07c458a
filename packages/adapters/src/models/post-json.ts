import { isCheapJson } from "@medhelm/core/text/is-cheap-json";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { onAbort } from "@medhelm/core/run/asking/on-abort";
import { UserError } from "@medhelm/core/user-error";
import { type Exchanged, type HttpReply, startExchange } from "./exchange.ts";
import { boundedConnector } from "./bounded-connector.ts";
import { connectionFailure, isOfProxy } from "./connection-failure.ts";
import { timeoutFailure, unendedFailure, wrongBytesFailure } from "./failures.ts";

export type { HttpReply };
export interface PostOptions {
  /** e.g. the key; they precede content-type and accept */
  readonly headers: Readonly<Record<string, string>>;
  /** limits the exchange from connection to last byte */
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}
export type PostJson = (url: URL, body: string, options: PostOptions) => Promise<Exchanged>;

/** A reply of 128,000 tokens with log probabilities takes about 10 MB. */
const MAX_REPLY_BYTES = 32 * 2 ** 20;

/** A reply in chunks of a few bytes is twice as long on the connection. */
const MAX_RECEIVED_BYTES = 2 * MAX_REPLY_BYTES;
/** Servers send the status line and the headers at once. */
const HEAD_MS = 10_000;

/**
 * A POST of JSON over undici with a pool of keep-alive connections. It never retries and follows no redirect. The caller's
 * limiter bounds the number of connections. The first call imports undici, so commands that ask no model do not load it.
 *
 * The returned function reports a broken connection, a passed deadline, a head without an end and a reply of more than 32 MiB as failures.
 * @throws the signal's reason on abort; UserError for headers that cannot be sent
 */
export function createPostJson(): PostJson {
  let loading: ReturnType<typeof loadUndici> | undefined;
  let loaded: Awaited<ReturnType<typeof loadUndici>> | undefined;

  return async (url, body, { headers, timeoutMs, signal }) => {
    const { errors, isProxied, dispatcher } = (loaded ??= await (loading ??= loadUndici()));
    signal.throwIfAborted();
    const { exchanged, soFar, abort } = startExchange(dispatcher, {
      url,
      headers: { ...headers, "content-type": "application/json", accept: "application/json" },
      body,
      maxBytes: MAX_REPLY_BYTES,
      headMs: HEAD_MS,
      refuse: (status, header) => {
        const unwanted = status < 300 ? unwantedBody(header) : undefined;
        return unwanted === undefined ? undefined : wrongBytesFailure(status, unwanted);
      },
    });
    let isLate = false;
    let isUnended = false;
    const stopWaiting = onAbort(signal, () => abort(new Error("aborted")));
    // The timer ends with the exchange. A timer of AbortSignal.timeout would run for its full time after every reply.
    const timer = setTimeout(() => {
      isLate = true;
      isUnended = lacksItsEnd(soFar());
      abort(new Error("late"));
    }, timeoutMs);
    try {
      return await exchanged;
    } catch (error) {
      signal.throwIfAborted();
      const isUnsendable = error instanceof errors.InvalidArgumentError || error instanceof errors.NotSupportedError;
      if (isUnsendable && !isOfProxy(error))
        throw new UserError(
          `${url.origin}: the request cannot be sent (${error.message}); correct the key or the headers of the model`,
        );
      const late = isUnended ? unendedFailure(timeoutMs) : timeoutFailure(timeoutMs);
      return { kind: "failure", failure: isLate ? late : connectionFailure(error, isProxied) };
    } finally {
      clearTimeout(timer);
      stopWaiting();
    }
  };
}

/** Whether all JSON of a reply has arrived, and neither its length nor the end of the connection says so. */
function lacksItsEnd(reply: HttpReply | undefined): boolean {
  if (reply === undefined || reply.header("content-length") !== null) return false;
  if (reply.header("transfer-encoding") !== null) return false;
  return isCheapJson(reply.bytes) && jsonOrUndefined(new TextDecoder().decode(reply.bytes)) !== undefined;
}

/** The wrong form of a reply that streams its answer. */
export const EVENTS =
  "a stream of events, which this client does not ask for; turn off streaming in the server, its proxy or --extra-body";

/** The kind of a body that this client does not read; undefined for any other. */
function unwantedBody(header: HttpReply["header"]): string | undefined {
  const encoding = header("content-encoding")?.trim().toLowerCase() ?? "";
  if (encoding !== "identity" && encoding !== "")
    return `a compressed body (${encoding.replaceAll(/[^\w, -]/g, "").slice(0, 20)}), which this client does not ask for; turn off compression in the server or its proxy`;
  if (mediaType(header) === "text/event-stream") return EVENTS;
  return undefined;
}

/** e.g. application/json; "" if the server names none */
export const mediaType = (header: HttpReply["header"]): string =>
  header("content-type")?.split(";", 1)[0]?.trim().toLowerCase() ?? "";

async function loadUndici() {
  const { Agent, buildConnector, EnvHttpProxyAgent, errors, getGlobalDispatcher } = await import("./undici.ts");
  const shared = getGlobalDispatcher();
  const isProxied = shared instanceof EnvHttpProxyAgent;
  const connect = boundedConnector(buildConnector({ timeout: 10_000 }), MAX_RECEIVED_BYTES);
  return { errors, isProxied, dispatcher: isProxied ? shared : new Agent({ connect }) };
}
