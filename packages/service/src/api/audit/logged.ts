import { matchedRoutes } from "hono/route";
import type { MiddlewareHandler } from "hono";
import type { ApiEnv } from "../app.ts";
import type { ApiPorts } from "../ports.ts";

const READS: ReadonlySet<string> = new Set(["GET", "HEAD", "OPTIONS"]);

/** Writes one record for each answer, with the route's template and the names of the objects that it concerns. Successful reads are details. */
export function logged({ log, clock }: Pick<ApiPorts, "log" | "clock">): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const startMs = clock.monotonicMs();
    await next();
    const { method } = c.req;
    const { status } = c.res;
    const { owner: _, ...named } = c.get("named") ?? {};
    log?.(READS.has(method) && status < 400 ? "debug" : "info", "request answered", {
      ...named,
      method,
      route: routeTemplate(c),
      status,
      ms: Math.round(clock.monotonicMs() - startMs),
      key: c.get("principal")?.keyId,
    });
  };
}

/** "/v1/runs/{suite}/{run}". Of several routes that take the call, the longest says the most. */
export function routeTemplate(c: Parameters<MiddlewareHandler<ApiEnv>>[0]): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  const longest = paths.reduce((one, other) => (other.length >= one.length ? other : one), "");
  return (c.get("otherMethods") ?? longest).replaceAll(/:(\w+)(\{[^}]*\})?/g, "{$1}");
}
