import { createHash } from "node:crypto";

const KEPT_CHARACTERS = 40;
const HASH_DIGITS = 12;

/**
 * Returns a name of letters, digits, "-" and "_" that a file and a job of AWS Batch may have. Different names give different results, also if capital
 * letters do not count (macOS, Windows, Batch's filters). To ensure this, a name of other characters ends with digits of its hash.
 */
export function distinctName(name: string): string {
  if (/^[a-z0-9-]+$/.test(name) && name.length <= KEPT_CHARACTERS) return name;
  const hash = createHash("sha256").update(name).digest("hex").slice(0, HASH_DIGITS);
  return `${name.replaceAll(/[^A-Za-z0-9-]+/g, "_").slice(0, KEPT_CHARACTERS)}_${hash}`;
}
