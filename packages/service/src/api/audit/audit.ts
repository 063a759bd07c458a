import type { Context, MiddlewareHandler } from "hono";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { isApiKey, keyId as idOfKey } from "../access/api-key.ts";
import type { ApiEnv } from "../app.ts";
import { type AuditEntry, putAuditEntry } from "./audit-entry.ts";
import { bearer } from "../access/bearer.ts";
import { faultOfShape } from "../guards/fault-of-shape.ts";
import { routeTemplate } from "./logged.ts";
import { type Concerned, type Kind, namesInBody, namesInPath } from "./named.ts";
import type { ApiPorts } from "../ports.ts";
import { tokenBuckets } from "../guards/token-buckets.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);
/** Calls without a caller that an instance records each minute: anybody can send them. */
export const STRANGERS_PER_MINUTE = 60;

/**
 * Records every call that changes something, every read of non-public text and every refused call, one object each. It records calls at any path, and
 * those that are refused before their key is read. Not recorded: calls over a limit a minute, and missing pages of the public sites. If recording
 * fails, a read is not answered; a change has already taken place, so it is answered and the failure is reported.
 */
export function audited(ports: ApiPorts): MiddlewareHandler<ApiEnv> {
  const strangers = tokenBuckets(ports.clock);
  return async (c, next) => {
    about(c, namesInPath(routeTemplate(c), new URL(c.req.url).pathname));
    await next();
    if (c.get("isOverLimit") === true) return;
    const principal = c.get("principal");
    if (principal === undefined) {
      if (isRefusedStranger(c.res.status) && strangers.take("", STRANGERS_PER_MINUTE) === undefined)
        await recordStranger(ports, c);
      return;
    }
    const isRead = READS.has(c.req.method);
    if (isRead && c.get("readsHeldText") !== true && !isRefused(c.res.status)) return;
    try {
      await record(ports, c, principal);
    } catch (error) {
      if (isRead) throw error;
      ports.report(error, { method: c.req.method, path: c.req.path });
    }
  };
}

const isRefused = (status: number): boolean => status >= 400 && status < 500;
/** A caller without a key reads public pages only, where 404 refuses nothing, and 429 says that the address calls too often. */
const isRefusedStranger = (status: number): boolean => isRefused(status) && status !== 404 && status !== 429;

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

/** The caller is refused also if the store cannot take the entry. */
async function recordStranger(ports: ApiPorts, c: Context<ApiEnv>): Promise<void> {
  const address = ports.clientAddress?.(c.env);
  try {
    await record(ports, c, await strangerOf(ports, c), address === undefined ? {} : { address });
  } catch (error) {
    ports.report(error, { method: c.req.method, path: c.req.path });
  }
}

/** No owner can have this name. */
export const NOBODY = "(no valid key)";

/** The owner of the key of a call that was refused before. A key that was revoked or has expired is known by its id. */
async function strangerOf({ authenticate }: ApiPorts, c: Context<ApiEnv>): Promise<Caller> {
  const { headers } = c.req.raw;
  const given = bearer(headers);
  const principal = c.res.status === 401 || given === undefined ? undefined : await authenticate(headers);
  if (principal !== undefined) return principal;
  return { owner: NOBODY, keyId: given !== undefined && isApiKey(given) ? idOfKey(sha256Hex(given)) : "none" };
}

type Caller = Pick<AuditEntry, "owner" | "keyId">;

async function record(
  ports: ApiPorts,
  c: Context<ApiEnv>,
  { owner, keyId }: Caller,
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
    status: c.res.status,
  });
}
