import { sha256Hex } from "../store/canonical.ts";

const MAX_BYTES = 255;
const KEPT_CHARACTERS = 50;

/** Returns a file's name. A name that is too long for a file system is cut and ends with digits of its hash. */
export function shortFileName(name: string, extension: string): string {
  if (Buffer.byteLength(name + extension) <= MAX_BYTES) return name + extension;
  return `${Array.from(name).slice(0, KEPT_CHARACTERS).join("")}-${sha256Hex(name).slice(0, 16)}${extension}`;
}
