// For requests to AWS that must not be sent again while it is open whether they took place: the SDK would, and a conditional write
// would then be refused by its own first sending, and a job be there twice. Those that surely did not take place are sent again.

/** Where in a command's middleware `unlessLost` stands. */
export const WITHIN_RETRIES = { step: "finalizeRequest", priority: "low" } as const;

/** Makes an error that leaves the outcome open one that the SDK does not ask again after; `originalOf` gives it back. */
export async function unlessLost<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw mayHaveTakenPlace(error) ? new Lost(error) : error;
  }
}

export const originalOf = (error: unknown): unknown => (error instanceof Lost ? error.original : error);

/** Not a `cause`: the SDK would look into it and send the request again. */
class Lost extends Error {
  readonly original: unknown;
  constructor(original: unknown) {
    super("the reply was lost");
    this.original = original;
  }
}

const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const THROTTLED = new Set(["SlowDown", "ServiceUnavailable"]);

function mayHaveTakenPlace(error: unknown): boolean {
  if (error instanceof Error && "code" in error && NEVER_SENT.has(String(error.code))) return false;
  if (error instanceof Error && THROTTLED.has(error.name)) return false;
  const status = statusOf(error);
  return status === undefined || status >= 500;
}

/** Undefined: not a service's answer. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const { $metadata } = error;
  if (typeof $metadata !== "object" || $metadata === null || !("httpStatusCode" in $metadata)) return undefined;
  return typeof $metadata.httpStatusCode === "number" ? $metadata.httpStatusCode : undefined;
}
