import type { Request } from "@medhelm/core/helm/scenario-state";
import type { ModelFailure } from "@medhelm/core/ports";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { quoteServer, safeText, type Secrets } from "./quote-server.ts";
import { serverMessage } from "./server-message.ts";

/** An HTTP reply with an error status. */
export interface HttpError {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** the parsed JSON, or the text if it is not JSON; undefined if the body is empty */
  readonly body: unknown;
}
/** The fields of an error object that have a meaning of their own. A field of another type is ignored. */
const ErrorObject = z.looseObject({
  code: z.union([z.string(), z.number()]).nullish().catch(undefined),
  type: z.string().nullish().catch(undefined),
  /** Google's word for the code, e.g. RESOURCE_EXHAUSTED */
  status: z.string().nullish().catch(undefined),
  /** Google puts the wait before a retry here, as in "34s". */
  details: z
    .array(z.looseObject({ retryDelay: z.string().optional() }))
    .nullish()
    .catch(undefined),
});
/** Most APIs nest their error object under `error`, some in a list; Bedrock and some servers send it bare. */
const ErrorBody = z.union([
  z.tuple([z.looseObject({ error: ErrorObject })], z.unknown()).transform(([{ error }]) => error),
  z.looseObject({ error: ErrorObject }).transform(({ error }) => error),
  z.looseObject({ errors: z.tuple([ErrorObject], z.unknown()) }).transform(({ errors: [error] }) => error),
  ErrorObject,
]);

/** A part of a reply that has no answer. */
const Nothing = z.union([z.null(), z.array(z.unknown()).length(0)]).optional();

const CONTEXT = /context[ _](?:length|size)|maximum context|context window|too many tokens|prompt is too long/i;
/** HELM: clients/openai_client.py recognises these refusals by their text. */
const FILTERED = /content_filter|content_policy|content management policy|prompt was flagged|safety system/i;

const NO_CREDIT = /credit balance is too low/i;
/** Google refuses a wrong key with status 400. */
const WRONG_KEY = /API key not valid|API key expired/i;

/** The reason, one sentence for the user, and whether a retry can help. `nowMs` is Unix time and resolves a Retry-After date. */
export function failureOfHttp(error: HttpError, secrets: Secrets, nowMs: number): ModelFailure {
  const { reason, text, quotes } = classify(error, secrets);
  const isRetriable = reason === "rate_limited" || reason === "server_error";
  const retryAfterMs = isRetriable
    ? (retryAfter(error.header, nowMs) ?? secondsMs(errorBody(error.body).delay))
    : undefined;
  return {
    reason,
    message: `HTTP ${error.status}, ${text}${quotes === false ? "" : quoteServer(serverMessage(error.body), secrets)}`,
    isRetriable,
    httpStatus: error.status,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
}

const ErrorReply = z.union([
  z.looseObject({ error: z.looseObject({ message: z.string().min(1) }), choices: Nothing, candidates: Nothing }),
  z
    .looseObject({ error: z.string().min(1), choices: Nothing, candidates: Nothing })
    .transform(({ error }) => ({ error: { message: error } })),
  // OpenRouter's, if the provider behind it failed during the answer
  z
    .looseObject({ choices: z.tuple([z.looseObject({ error: z.looseObject({ message: z.string().min(1) }) })]) })
    .transform(({ choices: [choice] }) => choice),
]);

const Failed = z.literal(["error", "fail", "failed", "failure"]);
const TheirError = z.union([
  z.looseObject({ status: Failed }),
  z.looseObject({ type: Failed }),
  z.looseObject({ success: z.literal(false) }),
  z.looseObject({ ok: z.literal(false) }),
  z.looseObject({ code: z.int().min(400).max(599) }),
  z.looseObject({ status: z.int().min(400).max(599) }),
  z.looseObject({ statusCode: z.int().min(400).max(599) }),
  z.looseObject({ errors: z.union([z.string().min(1), z.array(z.unknown()).min(1), z.looseObject({})]) }),
  // FastAPI's field of errors
  z.looseObject({ detail: z.union([z.string().min(1), z.array(z.unknown()).min(1), z.looseObject({})]) }),
]);

/** The error object of a reply that has a status of success, which gateways send; undefined if the reply is no error. */
export const errorInReply = (reply: unknown): object | undefined =>
  mentionsError(reply) ? ErrorReply.safeParse(reply).data?.error : undefined;

/** Whether there is a field that every error object of a reply has. It saves the plain replies three schemas. */
function mentionsError(reply: unknown): boolean {
  if (typeof reply !== "object" || reply === null) return false;
  if ("error" in reply) return true;
  const [choice]: unknown[] = "choices" in reply && Array.isArray(reply.choices) ? reply.choices : [];
  return typeof choice === "object" && choice !== null && "error" in choice;
}

/** The failure of a reply with a status of success whose body has no answer: the error that it calls itself, or `failure` with the server's words. */
export function unreadableInReply(failure: ModelFailure, http: HttpError, secrets: Secrets): ModelFailure {
  const { status, body } = http;
  const stated = TheirError.safeParse(body);
  if (stated.success) return failureInReply(stated.data, http, secrets);
  const said = quoteServer(serverMessage(body), secrets);
  const message = failure.message.replace(/^it answered 200 /, `it answered ${status} `);
  return { ...failure, message: said === "" ? message : `${message}; the server says${said}`, httpStatus: status };
}

/** The failure of a reply with a status of success and an error object, whose code may be the status that the gateway means. */
export function failureInReply(
  error: object,
  { status, header }: Omit<HttpError, "body">,
  secrets: Secrets,
): ModelFailure {
  const meant = meantStatus(error) ?? 500;
  const failure = failureOfHttp({ status: meant, header, body: error }, secrets, Date.now());
  const message = failure.message.replace(/^HTTP \d+, /, `HTTP ${status} with an error, `);
  return { ...failure, message, httpStatus: status };
}

const Meant = z.looseObject({
  code: z.unknown().optional(),
  status: z.unknown().optional(),
  statusCode: z.unknown().optional(),
});

/** The HTTP status that an error object names. */
function meantStatus(error: object): number | undefined {
  const { code, status, statusCode } = Meant.parse(error);
  const meant = [code, status, statusCode].map(String).find((text) => /^[45]\d\d$/.test(text));
  return meant === undefined ? undefined : Number(meant);
}

interface Meaning {
  readonly reason: ModelFailure["reason"];
  readonly text: string;
  /** The message does not quote the server. */
  readonly quotes?: false;
}

function classify({ status, header, body }: HttpError, secrets: Secrets): Meaning {
  const { code, message } = errorBody(body);
  const about = `${code} ${message}`;
  if (FILTERED.test(about))
    return { reason: "content_filter", text: "the provider's content filter refused the prompt", quotes: false };
  if (code === "insufficient_quota" || NO_CREDIT.test(message))
    return { reason: "auth", text: "the account has no quota left" };
  if (WRONG_KEY.test(message)) return { reason: "auth", text: "access denied" };
  if (code === "model_not_found") return { reason: "no_such_model", text: "no such model" };
  if (status >= 500) return { reason: "server_error", text: "a fault of the server" };
  const known = BY_STATUS[status];
  if (known !== undefined) return known;
  if (CONTEXT.test(about))
    return { reason: "bad_request", text: "the prompt and max_tokens are longer than the model's context" };
  if (status < 400)
    return {
      reason: "bad_request",
      quotes: false,
      text: `a redirect to ${redirectTarget(header("location"), secrets)}, which this client does not follow; correct the address`,
    };
  return {
    reason: "bad_request",
    text: `the server refuses the request${code === "" ? "" : ` (${safeText(code, secrets).slice(0, 60)})`}`,
  };
}

/** The target without its query and its password, which may hold a key. */
function redirectTarget(location: string | null, secrets: Secrets): string {
  if (location === null) return "nowhere";
  const [path = ""] = location.split(/[?#]/, 1);
  return safeText(path.replace(/\/\/[^/@]*@/, "//"), secrets);
}

/** The words in which servers refuse the tools of a request. */
const NO_TOOLS =
  /does(?:n't| not) support (?:tools?\b|tool[ _-]?(?:use|call)|function[ _-]?call)|support(?:s|ing)? tool use|tool[ _-]choice.{0,40}requires|tools param requires|(?:function|tool)[ _-]?(?:calling|calls?|use|choice)\W{0,3}(?:is|are) not (?:enabled|supported|available)|tools\W{0,3}(?:is|are) not (?:enabled|supported|available|permitted)/i;

/** The failure of a request with tools: a refusal of the tools themselves is no fault of the request. */
export const orNoTools = (failure: ModelFailure, body: unknown, { tools }: Pick<Request, "tools">): ModelFailure =>
  tools !== undefined && NO_TOOLS.test(serverMessage(body))
    ? { ...failure, reason: "no_tools", isRetriable: false }
    : failure;

const BY_STATUS: Readonly<Record<number, Meaning>> = {
  401: { reason: "auth", text: "access denied" },
  403: { reason: "auth", text: "access denied" },
  404: { reason: "no_such_model", text: "no such model or path" },
  408: { reason: "server_error", text: "the server timed out" },
  409: { reason: "server_error", text: "a conflict on the server" },
  424: { reason: "server_error", text: "the model failed to answer" },
  425: { reason: "server_error", text: "too early" },
  429: { reason: "rate_limited", text: "too many requests" },
};

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
  const code = error instanceof Error && error.name === "HTTPParserError" ? "HTTPParserError" : codeOf(error);
  return {
    reason: code !== undefined && TIMEOUTS.has(code) ? "timeout" : "connection",
    message:
      (code === undefined ? "the connection broke" : (CONNECTION_CODES[code] ?? `the connection broke (${code})`)) +
      (isProxied ? `; ${PROXIED}` : ""),
    isRetriable: true,
    ...(code === undefined || OF_THE_SERVER.has(code) ? {} : { isWrongAddress: true }),
  };
}

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

/** Why TLS did not accept a server. Undefined: `error` has another reason. */
export const tlsFault = (error: unknown): string | undefined => TLS_CODES[codeOf(error) ?? ""];

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
  "UND_ERR_HEADERS_OVERFLOW",
  "UND_ERR_RES_CONTENT_LENGTH_MISMATCH",
]);

export function timeoutFailure(timeoutMs: number): ModelFailure {
  return { reason: "timeout", message: `no answer within ${timeoutMs / 1000} s`, isRetriable: true };
}

/** A reply with a status of success whose bytes are not the requested ones. */
export function wrongBytesFailure(httpStatus: number, what: string): ModelFailure {
  return { reason: "unreadable", message: `it answered ${httpStatus} with ${what}`, isRetriable: false, httpStatus };
}

/** A reply that is too long to read. Its rest is not received, and asking again would only cost the same answer again. */
export function longFailure(httpStatus: number, maxBytes: number): ModelFailure {
  return {
    reason: "unreadable",
    message: `HTTP ${httpStatus}, a reply of more than ${maxBytes / 2 ** 20} MiB, so the connection was closed`,
    isRetriable: false,
    httpStatus,
  };
}

const OWN_CERTIFICATES = "name the file of your certificate authority in NODE_EXTRA_CA_CERTS";

const TLS_CODES: Readonly<Record<string, string>> = {
  ERR_SSL_WRONG_VERSION_NUMBER: "it does not speak TLS; write http:// instead of https://",
  EPROTO: "it does not speak TLS; write http:// instead of https://",
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is self-signed; ${OWN_CERTIFICATES}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate has an unknown issuer; ${OWN_CERTIFICATES}`,
  CERT_HAS_EXPIRED: "its certificate has expired",
  ERR_TLS_CERT_ALTNAME_INVALID: "its certificate is for another host",
};

const NO_HTTP = "it does not speak HTTP/1.1, or speaks it wrongly";
const CONNECTION_CODES: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there (ECONNREFUSED)",
  ENOTFOUND: "the host name is unknown (ENOTFOUND)",
  EAI_AGAIN: "the host name cannot be looked up (EAI_AGAIN)",
  ECONNRESET: "the connection was cut (ECONNRESET)",
  UND_ERR_SOCKET: "the connection was cut",
  UND_ERR_CONNECT_TIMEOUT: "no connection within 10 s",
  // only a request for a tunnel has this time limit (use-proxy.ts)
  UND_ERR_HEADERS_TIMEOUT: "the proxy gave no tunnel within 10 s",
  HTTPParserError: NO_HTTP,
  ERR_ASSERTION: NO_HTTP, // of undici, which asserts that a status is 100 or more
  UND_ERR_HEADERS_OVERFLOW: "its headers are longer than 16 KiB",
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: "its reply has another length than it says",
  ...TLS_CODES,
};

function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 6; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
    if (at instanceof AggregateError) return codeOf(at.errors[0]);
  }
  return undefined;
}

/** The code, empty if the server sent none, and the message. */
function errorBody(body: unknown): {
  readonly code: string;
  readonly message: string;
  readonly delay?: string | undefined;
} {
  const { code, type, status, details } = ErrorBody.safeParse(body).data ?? {};
  const delay = details?.find(({ retryDelay }) => retryDelay !== undefined)?.retryDelay;
  return {
    code: String((typeof code === "number" ? status : undefined) ?? code ?? type ?? ""),
    message: serverMessage(body),
    delay,
  };
}

/** The milliseconds of Google's "34.5s". */
function secondsMs(text: string | undefined): number | undefined {
  const [, seconds] = /^(\d+(?:\.\d+)?)s$/.exec(text ?? "") ?? [];
  return seconds === undefined ? undefined : Number(seconds) * 1000;
}

/** 1,000 years. Any longer wait, an endless one too, counts as this one, so that it stays a number in JSON. */
const MAX_WAIT_MS = 365_000 * 24 * 3_600_000;

/** The wait that the server asks for, in ms: OpenAI's retry-after-ms, or Retry-After in seconds or as a date (RFC 9110). */
function retryAfter(header: HttpError["header"], nowMs: number): number | undefined {
  const ms = Number(header("retry-after-ms") ?? Number.NaN);
  if (ms >= 0) return Math.min(ms, MAX_WAIT_MS);
  const value = header("retry-after");
  if (value === null) return undefined;
  const seconds = Number(value);
  if (seconds >= 0) return Math.min(seconds * 1000, MAX_WAIT_MS);
  // Date.parse takes a negative number for a year
  const date = Number.isNaN(seconds) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.min(Math.max(0, date - nowMs), MAX_WAIT_MS);
}
