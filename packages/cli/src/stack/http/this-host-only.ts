import { isOfForeignPage } from "@medhelm/service/api/guards/is-of-foreign-page";
import { ownOrigins } from "@medhelm/service/api/guards/own-origins";
import type { MiddlewareHandler } from "hono";

/**
 * Prevents DNS rebinding: a foreign web page must not reach the server by a host name that resolves to this machine, or send forms to it.
 */
export function thisHostOnly(port: number): MiddlewareHandler {
  const own = ownOrigins([`http://127.0.0.1:${port}`, `http://localhost:${port}`]);
  return async (c, next) => {
    if (!own.isHost(c.req.header("host") ?? "")) return c.text("Unknown host.", 403);
    const origin = c.req.header("origin");
    if (origin !== undefined && !own.isOrigin(origin)) return c.text("Unknown origin.", 403);
    if (isOfForeignPage(c.req.method, (name) => c.req.header(name))) return c.text("Unknown site.", 403);
    return next();
  };
}
