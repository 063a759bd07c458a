import { z } from "zod";
import type { Request } from "../helm/scenario-state.ts";
import { isObject } from "../is-object.ts";

/** A timer counts at most 2^31 milliseconds; a longer time would end at once. */
export const LONGEST_TIMEOUT_S = 2_000_000;

/** The user's additions to every request to a deployment. */
export const RequestSettings = z.strictObject({
  /** Precedes the turns of every request. */
  systemMessage: z.string().min(1).exactOptional(),
  /** In the provider's words, e.g. "low". */
  reasoningEffort: z.string().min(1).exactOptional(),
  /** May hold secrets: only its hash is stored. */
  extraHeaders: z.record(z.string(), z.string()).exactOptional(),
  /** Fields that are merged into the body. */
  extraBody: z.record(z.string(), z.unknown()).exactOptional(),
  /** Limits one exchange from connection to last byte. */
  timeoutMs: z.number().positive().exactOptional(),
  /** Tokens for thinking in addition to the max_tokens of every request (reasoning-allowance.ts). */
  reasoningAllowance: z.int().positive().exactOptional(),
});
export type RequestSettings = z.infer<typeof RequestSettings>;

function withSystemMessage(request: Request, { systemMessage }: RequestSettings): Request {
  if (systemMessage === undefined) return request;
  const turns = request.messages ?? [{ role: "user", content: request.prompt }];
  return { ...request, messages: [{ role: "system", content: systemMessage }, ...turns] };
}

/** How an entry of model_deployments.yaml changes every request to its server. */
export const EntrySettings = RequestSettings.pick({ extraHeaders: true, extraBody: true, timeoutMs: true }).extend({
  /** header -> the environment variable that holds its value, which may be a secret */
  headersFrom: z.record(z.string(), z.string()).exactOptional(),
  maxRetries: z.int().min(0).exactOptional(),
});
export type EntrySettings = z.infer<typeof EntrySettings>;

/** The settings of a request: those of a command precede those of the entry. */
export function mergedSettings(
  { extraHeaders, extraBody, timeoutMs }: EntrySettings,
  by: RequestSettings,
): RequestSettings {
  const headers = { ...extraHeaders, ...by.extraHeaders };
  const body = mergedBody(extraBody ?? {}, by.extraBody);
  return {
    ...(timeoutMs !== undefined && { timeoutMs }),
    ...by,
    ...(Object.keys(headers).length > 0 && { extraHeaders: headers }),
    ...(Object.keys(body).length > 0 && { extraBody: body }),
  };
}

/** The request as it is sent: with the system message of the settings before its turns, and with room for thinking. */
export function withRequestSettings(request: Request, settings: RequestSettings): Request {
  const { reasoningAllowance = 0 } = settings;
  const roomy =
    reasoningAllowance === 0 ? request : { ...request, max_tokens: request.max_tokens + reasoningAllowance };
  return withSystemMessage(roomy, settings);
}

/** Fields of the body that the program sets itself; another value would be another model or another prompt. */
export const OWN_FIELDS = ["model", "messages", "prompt", "contents"];

/** The body with the fields of `extra`. Objects are merged; any other value is replaced. */
export function mergedBody(
  body: Readonly<Record<string, unknown>>,
  extra: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const merged = { ...body };
  for (const [name, value] of Object.entries(extra)) {
    const before = merged[name];
    merged[name] = isObject(before) && isObject(value) ? mergedBody(before, value) : value;
  }
  return merged;
}
