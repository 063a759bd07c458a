import type { ModelFailure } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { TOO_MANY_BYTES } from "./bounded-connector.ts";
import { codeOf, TLS_CODES } from "./tls-fault.ts";

/**
 * A connection that could not be opened or that broke with `error`.
 * @param isProxied requests to other machines go through a proxy
 */
export function connectionFailure(error: unknown, isProxied: boolean): ModelFailure {
  const refusal = userErrorOf(error);
  if (refusal !== undefined)
    return { reason: "connection", message: refusal.message, isRetriable: false, isWrongAddress: true };
  const byProxy = isProxied ? refusalOfProxy(error) : undefined;
  if (byProxy !== undefined) return byProxy;
  const code = faultOf(error);
  return {
    reason: code !== undefined && TIMEOUTS.has(code) ? "timeout" : "connection",
    message:
      (code === undefined ? "the connection broke" : (CONNECTION_CODES[code] ?? `the connection broke (${code})`)) +
      (isProxied ? `; ${PROXIED}` : ""),
    isRetriable: true,
    ...(code === undefined || OF_THE_SERVER.has(code) ? {} : { isWrongAddress: true }),
  };
}

/** The code of an error, or what undici says instead. */
function faultOf(error: unknown): string | undefined {
  if (error instanceof Error && error.name === "HTTPParserError") return error.name;
  const code = codeOf(error);
  return code === "UND_ERR_SOCKET" && error instanceof Error && UNASKED.has(error.message) ? error.message : code;
}

/** undici closes the connection after these replies. */
const BAD_CONTINUE = "bad response";
const BAD_UPGRADE = "bad upgrade";
const UNASKED: ReadonlySet<string> = new Set([BAD_CONTINUE, BAD_UPGRADE]);

const TIMEOUTS: ReadonlySet<string> = new Set(["UND_ERR_CONNECT_TIMEOUT", "UND_ERR_HEADERS_TIMEOUT", "ETIMEDOUT"]);
const PROXIED = "requests go through the proxy of https_proxy or http_proxy, unless no_proxy names the host";

/** The proxy answered for the server: it wants a password, or it does not let the request pass. */
function refusalOfProxy(error: unknown): ModelFailure | undefined {
  const message = error instanceof Error ? error.message : "";
  const status = /^Proxy (?:response|Authentication Required) \((\d{3})\)/.exec(message)?.[1];
  if (status === undefined) return undefined;
  const what =
    status === "407"
      ? "the proxy wants a name and a password (407); write them in https_proxy as http://NAME:PASSWORD@HOST:PORT"
      : `the proxy refused the connection (${status}); name the host in no_proxy if this machine reaches it directly`;
  return { reason: "connection", message: what, isRetriable: Number(status) >= 500, isWrongAddress: true };
}

/** Whether the proxy answered for the server. undici calls this a wrong argument, as it calls a header that cannot be sent. */
export const isOfProxy = (error: unknown): boolean => refusalOfProxy(error) !== undefined;

/** A refusal of this program, e.g. by the guard of --offline: no later attempt can succeed. */
function userErrorOf(error: unknown): UserError | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++)
    if (at instanceof UserError) return at;
  return undefined;
}

/** A server is there, and cuts or spoils its replies. */
const OF_THE_SERVER: ReadonlySet<string> = new Set([
  "ECONNRESET",
  "EPIPE",
  "UND_ERR_SOCKET",
  BAD_CONTINUE,
  BAD_UPGRADE,
  "UND_ERR_HEADERS_OVERFLOW",
  TOO_MANY_BYTES,
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

const NO_HTTP = "its reply is not valid HTTP/1.1";
const CONNECTION_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ENOTFOUND: "the host name is unknown (ENOTFOUND)",
  EAI_AGAIN: "the host name cannot be looked up (EAI_AGAIN)",
  ENETUNREACH: "this machine has no network to that address (ENETUNREACH)",
  EHOSTUNREACH: "no machine has that address (EHOSTUNREACH)",
  ECONNRESET: "the connection was cut (ECONNRESET)",
  UND_ERR_SOCKET: "the connection was cut",
  [BAD_CONTINUE]: "it answers with 100 Continue, which this program never asks for",
  [BAD_UPGRADE]: "it switches to another protocol (101), which this program never asks for",
  UND_ERR_CONNECT_TIMEOUT: "no connection within 10 s",
  // only a request for a tunnel has this time limit (use-proxy.ts)
  UND_ERR_HEADERS_TIMEOUT: "the proxy gave no tunnel within 10 s",
  HTTPParserError: NO_HTTP,
  ERR_ASSERTION: NO_HTTP, // of undici, which asserts that a status is 100 or more
  UND_ERR_HEADERS_OVERFLOW: "its headers are longer than 16 KiB",
  [TOO_MANY_BYTES]: "it sent more than 64 MiB, so the connection was closed",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "its reply has another length than it says",
  ...TLS_CODES,
};
