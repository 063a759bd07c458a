import { createHash, timingSafeEqual } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** All addresses that need the key begin with this path, and the browser sends the cookie to no other. */
export const LIVE = "/live/";
const COOKIE = "medhelm-live";

/** The key of the owner's pages. It follows from the API token and does not reveal it: a browser sends cookies to every port of a host. */
export const liveKey = (token: string): string => createHash("sha256").update(`live pages:${token}`).digest("hex");

/**
 * Lets the owner of the stack in: the address with ?key= sets a cookie for this path and redirects to the address without the key. Another
 * user of the machine has no key, although loopback is open to all of them.
 */
export function requireLiveKey(key: string): MiddlewareHandler {
  const isKey = (given: string | undefined): boolean =>
    given !== undefined && timingSafeEqual(digest(given), digest(key));
  return async (c, next) => {
    if (isKey(c.req.query("key"))) {
      setCookie(c, COOKIE, key, { path: LIVE, httpOnly: true, sameSite: "Strict" });
      return c.redirect(c.req.path, 303);
    }
    if (isKey(getCookie(c, COOKIE))) return next();
    return c.text(
      "This page is for the owner of the stack: open the address that medhelm up prints after `progress`.\n",
      401,
    );
  };
}

/** timingSafeEqual needs equal lengths. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
