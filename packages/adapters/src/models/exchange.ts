import { byteCollector } from "@medhelm/core/at-most";
import type { ModelFailure } from "@medhelm/core/ports";
import type { Dispatcher } from "undici";
import { headFailure, longFailure } from "./failures.ts";

export interface HttpReply {
  readonly kind: "reply";
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly bytes: Uint8Array;
}
export type Exchanged = HttpReply | { readonly kind: "failure"; readonly failure: ModelFailure };

export interface ExchangeOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly maxBytes: number;
  /** The time from the first byte of the status line to the end of the headers. */
  readonly headMs: number;
  /** Why the body of a reply with this head is not read; undefined: it is read. */
  readonly refuse: (status: number, header: HttpReply["header"]) => ModelFailure | undefined;
}

/** A server sends one or two informational replies, such as 103 Early Hints, before its own. */
const MOST_INFORMATIONAL = 16;

/**
 * Sends one POST and collects the reply. It uses undici's dispatcher itself, without the stream and the signal of undici.request, which
 * cost as much as the rest of the exchange.
 */
export function startExchange(
  dispatcher: Dispatcher,
  { url, headers, body, maxBytes, headMs, refuse }: ExchangeOptions,
): {
  readonly exchanged: Promise<Exchanged>;
  /** The reply as far as it has arrived; undefined before its body. */
  soFar(): HttpReply | undefined;
  abort(reason: Error): void;
} {
  const { promise: exchanged, resolve, reject } = Promise.withResolvers<Exchanged>();
  const collected = byteCollector(maxBytes);
  let controller: Dispatcher.DispatchController | undefined;
  let stopped: Error | undefined;
  let head: Pick<HttpReply, "status" | "header"> | undefined;
  let informational = 0;
  let headTimer: NodeJS.Timeout | undefined;
  /** Closes the connection without reading the rest. */
  const close = (reason: Error): void => {
    clearTimeout(headTimer);
    stopped ??= reason;
    controller?.abort(stopped);
  };
  const fail = (failure: ModelFailure): void => {
    resolve({ kind: "failure", failure });
    close(new Error(failure.message));
  };
  const request = { origin: url.origin, path: url.pathname + url.search, method: "POST", headers, body } as const;
  dispatcher.dispatch(
    // undici's own time limits are off, because one deadline of the caller covers the whole exchange
    { ...request, headersTimeout: 0, bodyTimeout: 0 },
    {
      onRequestStart(started) {
        controller = started;
        if (stopped !== undefined) started.abort(stopped);
      },
      onResponseStarted() {
        headTimer ??= setTimeout(
          () => fail(headFailure(`its status line and headers did not end within ${headMs / 1000} s`)),
          headMs,
        );
      },
      onResponseStart(_, status, received) {
        if (status < 200) {
          informational++;
          if (informational > MOST_INFORMATIONAL)
            fail(
              headFailure(`it sent more than ${MOST_INFORMATIONAL} informational replies (${status}) before its own`),
            );
          return;
        }
        clearTimeout(headTimer);
        const header = (name: string): string | null => {
          const value = received[name];
          return value === undefined ? null : String(value);
        };
        head = { status, header };
        const failure =
          refuse(status, header) ??
          (Number(header("content-length")) > maxBytes ? longFailure(status, maxBytes) : undefined);
        if (failure !== undefined) fail(failure);
      },
      onResponseData(_, chunk) {
        if (stopped === undefined && !collected.add(chunk)) fail(longFailure(head?.status ?? 0, maxBytes));
      },
      onResponseEnd() {
        if (head !== undefined) resolve({ kind: "reply", ...head, bytes: collected.bytes() });
      },
      onResponseError(_, error) {
        clearTimeout(headTimer);
        reject(error);
      },
    },
  );
  return {
    exchanged,
    soFar: () => head && { kind: "reply", ...head, bytes: collected.bytes() },
    abort(reason) {
      reject(reason);
      close(reason);
    },
  };
}
