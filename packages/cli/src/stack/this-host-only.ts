import { isOfForeignPage } from "@medhelm/service/api/is-of-foreign-page";
import type { MiddlewareHandler } from "hono";

/**
 * Prevents DNS rebinding: a foreign web page must not use the server by a host name that resolves to this machine, and must not send
 * forms to it.
 */
export function thisHostOnly(port: number): MiddlewareHandler {
  const hosts = new Set([`127.0.0.1:${port}`, `localhost:${port}`]);
  return async (c, next) => {
    if (!hosts.has(c.req.header("host") ?? "")) return c.text("Unknown host.", 403);
    const origin = c.req.header("origin");
    if (origin !== undefined && !hosts.has(URL.parse(origin)?.host ?? "")) return c.text("Unknown origin.", 403);
    if (isOfForeignPage(c.req.method, (name) => c.req.header(name))) return c.text("Unknown site.", 403);
    return next();
  };
}
