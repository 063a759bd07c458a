import type { Context, MiddlewareHandler } from "hono";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { isApiKey, keyId as idOfKey } from "./api-key.ts";
import type { ApiEnv } from "./app.ts";
import { putAuditEntry } from "./audit-entry.ts";
import { bearer } from "./bearer.ts";
import { faultOfShape } from "./fault-of-shape.ts";
import { routeTemplate } from "./logged.ts";
import { type Concerned, type Kind, namesInBody, namesInPath } from "./named.ts";
import type { ApiPorts } from "./ports.ts";
import { Refusal } from "./problem.ts";
import { tokenBuckets } from "./token-buckets.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** A refused read: without a valid key, without the right, or of an object that is missing or another owner's. */
const REFUSED: ReadonlySet<number> = new Set([401, 403, 404]);
/** Calls without a valid key that an instance records each minute: anybody can send them. The log has all of them. */
const STRANGERS_PER_MINUTE = 60;

/**
 * Records every call that changes something, every read of non-public text and every refused read, one object each. If recording fails, a
 * read is not answered; a change has already taken place, so it is answered and the failure is reported.
 */
export function audited(ports: ApiPorts, authenticate: MiddlewareHandler<ApiEnv>): MiddlewareHandler<ApiEnv> {
  const strangers = tokenBuckets(ports.clock);
  return async (c, next) => {
    about(c, namesInPath(routeTemplate(c), new URL(c.req.url).pathname));
    const isRead = READS.has(c.req.method);
    try {
      await authenticate(c, next);
    } catch (error) {
      const isStranger = error instanceof Refusal && error.kind === "unauthenticated";
      if (isStranger && strangers.take("", STRANGERS_PER_MINUTE) === undefined) await recordStranger(ports, c);
      throw error;
    }
    if (isRead && c.get("readsHeldText") !== true && !REFUSED.has(c.res.status)) return;
    try {
      await record(ports, c, c.get("principal"), c.res.status);
    } catch (error) {
      if (isRead) throw error;
      ports.report(error, { method: c.req.method, path: c.req.path });
    }
  };
}

/** Adds names to the call's audit entry. */
export function about(c: Context<ApiEnv>, named: Concerned): void {
  c.set("named", { ...c.get("named"), ...named });
}

/** Adds the names in the call's body, also if the call is refused. */
export function namedInBody(kinds: Readonly<Record<string, Kind>>): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    about(c, namesInBody(await jsonOf(c), kinds));
  };
}

/** The body of a call. Undefined: it cannot be read, or the check of its shape refuses it. */
async function jsonOf(c: Context): Promise<unknown> {
  try {
    const text = await c.req.text();
    return faultOfShape(text) === undefined ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

/** A key that was revoked or has expired is known by its id. The caller is refused also if the store cannot take the entry. */
async function recordStranger(ports: ApiPorts, c: Context<ApiEnv>): Promise<void> {
  const given = bearer(c.req.raw.headers);
  const keyId = given !== undefined && isApiKey(given) ? idOfKey(sha256Hex(given)) : "none";
  const address = ports.clientAddress?.(c.env);
  try {
    await record(ports, c, { owner: NOBODY, keyId }, 401, address === undefined ? {} : { address });
  } catch (error) {
    ports.report(error, { method: c.req.method, path: c.req.path });
  }
}

/** No owner can have this name. */
const NOBODY = "(no valid key)";

async function record(
  ports: ApiPorts,
  c: Context<ApiEnv>,
  { owner, keyId }: { readonly owner: string; readonly keyId: string },
  status: number,
  from: { readonly address?: string } = {},
): Promise<void> {
  const { owner: ofOwner, ...named } = c.get("named") ?? {};
  await putAuditEntry(ports, {
    owner,
    keyId,
    ...from,
    method: c.req.method,
    route: routeTemplate(c),
    named,
    ...(ofOwner === undefined ? {} : { ofOwner }),
    status,
  });
}
