import { errorCode } from "@medhelm/core/error-code";

const MISSING: ReadonlySet<string | undefined> = new Set([
  "ENOENT",
  "ENOTDIR", // the path goes through a file
]);

/** True for the error of a path without a file or folder. */
export const isMissingFile = (error: unknown): boolean => MISSING.has(errorCode(error));
