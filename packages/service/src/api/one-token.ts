import { createHash, timingSafeEqual } from "node:crypto";
import { bearer } from "./bearer.ts";
import type { Authenticate, Principal } from "./ports.ts";

/** For the embedded stack, which prints one token at its start: `Authorization: Bearer <token>` is `principal`. Compared in constant time. */
export function oneToken(token: string, principal: Principal): Authenticate {
  const expected = digest(token);
  return async (headers) => {
    const given = bearer(headers);
    return given !== undefined && timingSafeEqual(digest(given), expected) ? principal : undefined;
  };
}

/** Equal lengths, which timingSafeEqual needs. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
