/** The code of a system error, e.g. "ENOENT"; undefined for a value without one. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
