import { createHash, timingSafeEqual } from "node:crypto";
import { bearer } from "./bearer.ts";
import type { Authenticate, Principal } from "./ports.ts";

/** Authenticates the embedded stack's single token, which `medhelm up` prints, as `principal`. The comparison takes constant time. */
export function oneToken(token: string, principal: Principal): Authenticate {
  const expected = digest(token);
  return async (headers) => {
    const given = bearer(headers);
    return given !== undefined && timingSafeEqual(digest(given), expected) ? principal : undefined;
  };
}

/** timingSafeEqual needs equal lengths. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
