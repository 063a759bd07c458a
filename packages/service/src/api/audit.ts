import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { z } from "zod";
import type { ApiEnv } from "./app.ts";
import { Named } from "./named.ts";
import type { ApiPorts } from "./ports.ts";

/** audit/<day>/<time>-<random>.json: the caller, the call and its status. */
export const AuditEntry = z.object({
  formatVersion: z.literal(1),
  time: z.string(),
  owner: z.string(),
  keyId: z.string(),
  method: z.string(),
  /** the route's template: "/v1/runs/{suite}/{run}" */
  route: z.string(),
  named: Named,
  status: z.int(),
});
export type AuditEntry = z.infer<typeof AuditEntry>;

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

async function record({ objects, clock }: ApiPorts, c: Context<ApiEnv>): Promise<void> {
  const { owner, keyId } = c.get("principal");
  const time = new Date(clock.nowMs()).toISOString();
  const entry: AuditEntry = {
    formatVersion: 1,
    time,
    owner,
    keyId,
    method: c.req.method,
    route: (matchedRoutes(c).at(-1)?.path ?? "").replaceAll(/:(\w+)(\{[^}]*\})?/g, "{$1}"),
    named: c.get("named") ?? {},
    status: c.res.status,
  };
  const id = `${time.slice(11).replaceAll(/\D/g, "")}-${clock.randomUuid().slice(-12)}`;
  await putJson(objects, keys.auditEntry(time.slice(0, 10), id), entry, { ifAbsent: true });
}
