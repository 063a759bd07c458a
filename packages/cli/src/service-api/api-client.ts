import { tlsFault } from "@medhelm/adapters/models/tls-fault";
import { retryAfterMs } from "@medhelm/adapters/models/retry-after-ms";
import { systemClock } from "@medhelm/adapters/system-clock";
import { jsonAtMost } from "@medhelm/core/at-most";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { apiBase } from "./api-base.ts";
import { tokenFor } from "./api-token.ts";
import { workflowToken } from "./workflow-token.ts";
import { sayIfSlow } from "../terminal/say-if-slow.ts";
import type { Env } from "../env.ts";

/** The API answers in pages of less than 1 MB. */
const MAX_REPLY_BYTES = 64 * 2 ** 20;

/** As in a run, ten seconds without a reply are worth a message. Node's fetch gives up after five minutes. */
const SLOW_MS = 10_000;

const Problem = z.object({ title: z.string(), detail: z.string().optional() });

export interface ApiClient {
  readonly url: string;
  /** Sends JSON and reads JSON. @throws UserError with the API's own sentence for a status other than 2xx */
  call<T>(
    method: "GET" | "POST" | "DELETE",
    path: string,
    schema: z.ZodType<T>,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<T>;
  raw(path: string, headers: Record<string, string>, signal: AbortSignal): Promise<Response>;
}

/** The service refused a call. */
export class ServiceRefusal extends UserError {
  readonly status: number;
  /** the pause that the service asks for before the next call, in ms */
  readonly retryMs: number | undefined;
  constructor(message: string, status: number, retryMs?: number) {
    super(message);
    this.status = status;
    this.retryMs = retryMs;
  }
}

/** Nothing answers at the service's address. */
export class ServiceAway extends UserError {}

/** A client of the API, with the key of MEDHELM_TOKEN, the token of the stack on this machine, or the identity of a GitHub job. */
export async function apiClient(url: string, env: Env): Promise<ApiClient> {
  const base = apiBase(url);
  const known = await tokenFor(base, env);
  const token = known === undefined ? workflowToken(base, env, systemClock.nowMs) : () => Promise.resolve(known);
  if (token === undefined)
    throw new UserError(
      `no API key for ${base}: set MEDHELM_TOKEN, or start the stack on this machine with medhelm up`,
    );
  const send = async (
    path: string,
    init: Omit<RequestInit, "headers"> & { readonly headers?: Record<string, string> },
  ): Promise<Response> => {
    const authorization = `Bearer ${await token()}`;
    try {
      const reply = fetch(base + path, { ...init, headers: { authorization, ...init.headers } });
      return await sayIfSlow(reply, { afterMs: SLOW_MS, text: `waiting for ${base} to answer, at most 5 min` });
    } catch (cause) {
      const fault = tlsFault(cause);
      if (fault !== undefined) throw new UserError(`${base}: ${fault}`, { cause });
      throw new ServiceAway(`nothing answers at ${base}; start the stack with medhelm up, or correct --api`, { cause });
    }
  };
  return {
    url: base,
    raw: (path, headers, signal) => send(path, { headers, signal }),
    async call(method, path, schema, body, headers = {}) {
      const json =
        body === undefined
          ? {}
          : { body: JSON.stringify(body), headers: { "content-type": "application/json", ...headers } };
      return replyOf(base, await send(path, { method, ...json }), schema);
    },
  };
}

/** Reads a JSON reply. `base`: the API's address. @throws ServiceRefusal for a status other than 2xx; UserError for a reply of another program */
export async function replyOf<T>(base: string, response: Response, schema: z.ZodType<T>): Promise<T> {
  if (!response.ok) throw await refusalOf(base, response);
  const value = await jsonAtMost(response.body, MAX_REPLY_BYTES).catch(() => undefined);
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw otherProgram(base, parsed.error);
  return parsed.data;
}

/** The error of an address where another program than the service answers. */
export const otherProgram = (base: string, cause: unknown): UserError =>
  new UserError(`${base} does not answer like the API of medhelm; correct --api`, { cause });

/** The refusal in a reply with a status other than 2xx. */
export const refusalOf = async (base: string, response: Response): Promise<ServiceRefusal> =>
  new ServiceRefusal(await problemOf(base, response), response.status, retryMsOfReply(response));

/** The pause that a reply asks for, in ms. */
export const retryMsOfReply = ({ headers }: Pick<Response, "headers">): number | undefined =>
  retryAfterMs((name) => headers.get(name), systemClock.nowMs());

/** Returns the API's own sentence for a status other than 2xx. `base`: its address. */
export async function problemOf(base: string, { status, body }: Pick<Response, "status" | "body">): Promise<string> {
  if (status === 401)
    return `${base} refuses the API key, which is unknown, revoked or expired; set MEDHELM_TOKEN to another key`;
  const problem = Problem.safeParse(await jsonAtMost(body, MAX_REPLY_BYTES).catch(() => undefined));
  return problem.success ? (problem.data.detail ?? problem.data.title) : `${base} answered with status ${status}`;
}
