import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import { requireKey } from "../http/require-key.ts";

/** All addresses that need the key begin with this path, and the browser sends the cookie to no other. */
export const LIVE = "/live/";

/** The key of the owner's pages. It follows from the API token and does not reveal it: a browser sends cookies to every port of a host. */
export const liveKey = (token: string): string => createHash("sha256").update(`live pages:${token}`).digest("hex");

/** Lets the owner of the stack in. */
export const requireLiveKey = (key: string): MiddlewareHandler =>
  requireKey({
    key,
    path: LIVE,
    cookie: "medhelm-live",
    refusal: "This page is for the owner of the stack: open the address that medhelm up prints after `progress`.",
  });
