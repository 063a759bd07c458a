import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from "@aws-sdk/client-s3";
import { httpDateMs } from "../../http-date.ts";
import { systemClock } from "../../system-clock.ts";
import { INSIDE_RETRIES, noResendOfLostReply, statusOf, unwrapLostReply } from "../lost-reply.ts";

type Send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<Input, Output>
>[0];

export interface Sent<Output> {
  readonly output: Output;
  /** S3's own time, from the Date header: Unix ms, in whole seconds. */
  readonly dateMs: number;
}

/**
 * Sends a command and returns the reply with S3's time. With `noResend` the SDK does not repeat a request whose reply is lost (see
 * lost-reply.ts). It still repeats throttled requests, which had no effect.
 */
export async function send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  client: S3Client,
  command: Send<Input, Output>,
  { noResend = false }: { readonly noResend?: boolean } = {},
): Promise<Sent<Output>> {
  let date: string | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      date = dateOf(result.response);
      return result;
    },
    { step: "deserialize", priority: "low" }, // the innermost step sees the HTTP response
  );
  if (noResend) command.middlewareStack.add(noResendOfLostReply, INSIDE_RETRIES);
  try {
    const output = await client.send(command);
    const dateMs = httpDateMs(date ?? "", systemClock.nowMs());
    if (dateMs === undefined) throw new Error(`S3's reply has no valid Date header (${date})`);
    return { output, dateMs };
  } catch (error) {
    throw unwrapLostReply(error);
  }
}

function dateOf(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null || !("headers" in response)) return undefined;
  const { headers } = response;
  if (typeof headers !== "object" || headers === null || !("date" in headers)) return undefined;
  return typeof headers.date === "string" ? headers.date : undefined;
}

/** True if the object does not exist. A missing bucket is an error, because the configuration is wrong. */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
