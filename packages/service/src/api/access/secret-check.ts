import { createHash, timingSafeEqual } from "node:crypto";

/** Returns a function that compares a text with the secret, in the same time for every text. */
export function secretCheck(secret: string): (given: string | undefined) => boolean {
  const expected = digest(secret);
  return (given) => given !== undefined && timingSafeEqual(digest(given), expected);
}

/** timingSafeEqual needs equal lengths. */
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
