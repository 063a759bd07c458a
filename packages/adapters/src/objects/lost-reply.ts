// The AWS SDK sends a request again when its reply is lost. That is wrong for a request that may already have taken effect: a repeated conditional
// write would be refused, and a job would exist twice. This middleware lets the SDK repeat only those requests that certainly had no effect.

/** The place of `noResendOfLostReply` in a command's middleware stack: inside the SDK's retries. */
export const INSIDE_RETRIES = { step: "finalizeRequest", priority: "low" } as const;

/** Middleware that hides an error with an unknown outcome from the SDK's retries. `unwrapLostReply` returns the original error. */
export const noResendOfLostReply =
  <Args, Reply>(next: (args: Args) => Promise<Reply>) =>
  async (args: Args): Promise<Reply> => {
    try {
      return await next(args);
    } catch (error) {
      throw mayHaveTakenEffect(error) ? new LostReply(error) : error;
    }
  };

export const unwrapLostReply = (error: unknown): unknown => (error instanceof LostReply ? error.original : error);

/** Does not use `cause`, because the SDK reads it and would send the request again. */
class LostReply extends Error {
  readonly original: unknown;
  constructor(original: unknown) {
    super("the reply was lost");
    this.original = original;
  }
}

const NEVER_SENT = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN"]);
const THROTTLED = new Set(["SlowDown", "ServiceUnavailable"]);

function mayHaveTakenEffect(error: unknown): boolean {
  if (error instanceof Error && "code" in error && NEVER_SENT.has(String(error.code))) return false;
  if (error instanceof Error && THROTTLED.has(error.name)) return false;
  const status = statusOf(error);
  return status === undefined || status >= 500;
}

/** The HTTP status of an AWS error; undefined if the error is not a reply of the service. */
export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error) || !("$metadata" in error)) return undefined;
  const { $metadata } = error;
  if (typeof $metadata !== "object" || $metadata === null || !("httpStatusCode" in $metadata)) return undefined;
  return typeof $metadata.httpStatusCode === "number" ? $metadata.httpStatusCode : undefined;
}
