import type { Request } from "@medhelm/core/helm/scenario-state";
import type { ModelFailure } from "@medhelm/core/ports";
import { z } from "zod";
import { quoteServer, safeText, type Secrets } from "./quote-server.ts";
import { delayMs, retryAfterMs } from "./retry-after-ms.ts";
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

const NO_QUOTA = "the account has no quota left";
const NO_CREDIT = /credit balance is too low/i;
/** Google refuses a wrong key with status 400. */
const WRONG_KEY = /API key not valid|API key expired/i;

/** The reason, one sentence for the user, and whether a retry can help. `nowMs` is Unix time and resolves a Retry-After date if the server sends no date of its own. */
export function failureOfHttp(error: HttpError, secrets: Secrets, nowMs: number): ModelFailure {
  const { reason, text, quotes } = classify(error, secrets);
  const isRetriable = reason === "rate_limited" || reason === "server_error";
  const waitMs = isRetriable ? (retryAfterMs(error.header, nowMs) ?? delayMs(errorBody(error.body).delay)) : undefined;
  return {
    reason,
    message: `HTTP ${error.status}, ${text}${quotes === false ? "" : quoteServer(serverMessage(error.body), secrets)}`,
    isRetriable,
    httpStatus: error.status,
    // a wait of zero is none: the client's own wait increases, so that five attempts take longer than a moment
    ...(waitMs !== undefined && waitMs > 0 && { retryAfterMs: waitMs }),
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

/** The failure of a reply with a status of success whose body has no answer: the error that the body names, or `failure` with the server's words. */
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
  if (code === "insufficient_quota" || NO_CREDIT.test(message)) return { reason: "auth", text: NO_QUOTA };
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
  402: { reason: "auth", text: NO_QUOTA },
  403: { reason: "auth", text: "access denied" },
  404: { reason: "no_such_model", text: "no such model or path" },
  408: { reason: "server_error", text: "the server timed out" },
  409: { reason: "server_error", text: "a conflict on the server" },
  424: { reason: "server_error", text: "the model failed to answer" },
  425: { reason: "server_error", text: "too early" },
  429: { reason: "rate_limited", text: "too many requests" },
};

export function timeoutFailure(timeoutMs: number): ModelFailure {
  return { reason: "timeout", message: `no answer within ${timeoutMs / 1000} s`, isRetriable: true };
}

/** A whole reply whose end the client cannot know. Another attempt would wait as long. */
export function unendedFailure(timeoutMs: number): ModelFailure {
  return {
    reason: "timeout",
    message: `its reply arrived but did not end within ${timeoutMs / 1000} s: it sends no Content-Length, and keeps the connection open; correct this in the server or its proxy`,
    isRetriable: false,
  };
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

/** A reply that has no end before its body. */
export const headFailure = (what: string): ModelFailure => ({
  reason: "connection",
  message: `${what}, so the connection was closed`,
  isRetriable: true,
});

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
