import type { Context, MiddlewareHandler } from "hono";
import type { ApiEnv } from "./app.ts";
import { putAuditEntry } from "./audit-entry.ts";
import { routeTemplate } from "./logged.ts";
import type { Named } from "./named.ts";
import type { ApiPorts } from "./ports.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Records every call that changes something and every read of non-public text, one object each. If recording fails, a read is not
 * answered; a change has already taken place, so it is answered and the failure is reported.
 */
export function audited(ports: ApiPorts): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    await next();
    const isRead = READS.has(c.req.method);
    if (isRead && c.get("readsHeldText") !== true) return;
    try {
      await record(ports, c);
    } catch (error) {
      if (isRead) throw error;
      ports.report(error, { method: c.req.method, path: c.req.path });
    }
  };
}

/** Adds names to the call's audit entry. */
export function about(c: Context<ApiEnv>, named: Named): void {
  c.set("named", { ...c.get("named"), ...named });
}

async function record(ports: ApiPorts, c: Context<ApiEnv>): Promise<void> {
  const { owner, keyId } = c.get("principal");
  await putAuditEntry(ports, {
    owner,
    keyId,
    method: c.req.method,
    route: routeTemplate(c),
    named: c.get("named") ?? {},
    status: c.res.status,
  });
}
