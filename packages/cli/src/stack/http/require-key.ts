import { secretCheck } from "@medhelm/service/api/access/secret-check";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

interface KeyOptions {
  readonly key: string;
  /** the browser sends the cookie to addresses below this path only */
  readonly path: string;
  readonly cookie: string;
  /** the sentence for a reader without the key */
  readonly refusal: string;
}

/**
 * Lets in who has the key: the address with ?key= sets a cookie for the path and redirects to the address without the key. Another
 * user of the machine has no key, although loopback is open to all of them.
 */
export function requireKey({ key, path, cookie, refusal }: KeyOptions): MiddlewareHandler {
  const isKey = secretCheck(key);
  return async (c, next) => {
    if (isKey(c.req.query("key"))) {
      const secure = c.req.header("x-forwarded-proto") === "https"; // of the proxy
      setCookie(c, cookie, key, { path, httpOnly: true, sameSite: "Strict", secure });
      return c.redirect(c.req.path, 303);
    }
    if (isKey(getCookie(c, cookie))) return next();
    return c.text(`${refusal}\n`, 401);
  };
}
