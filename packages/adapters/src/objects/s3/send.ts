import type { S3Client, ServiceInputTypes, ServiceOutputTypes } from "@aws-sdk/client-s3";
import { originalOf, statusOf, unlessLost, WITHIN_RETRIES } from "../lost-reply.ts";

type Send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes> = Parameters<
  typeof S3Client.prototype.send<Input, Output>
>[0];

export interface Sent<Output> {
  readonly output: Output;
  /** The response's Date header: the store's own clock, in whole seconds. */
  readonly dateMs: number;
}

/**
 * Sends a command and gives its reply with the store's time. `once`: a request whose reply is lost is not sent again, as the SDK
 * would: a conditional write that took place would then be refused by what it wrote itself. Throttled ones, which did not take
 * place, are sent again all the same.
 */
export async function send<Input extends ServiceInputTypes, Output extends ServiceOutputTypes>(
  client: S3Client,
  command: Send<Input, Output>,
  { once = false }: { readonly once?: boolean } = {},
): Promise<Sent<Output>> {
  let date: string | undefined;
  command.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      date = dateOf(result.response);
      return result;
    },
    { step: "deserialize", priority: "low" }, // nearest to the wire
  );
  if (once) command.middlewareStack.add((next) => (args) => unlessLost(() => next(args)), WITHIN_RETRIES);
  try {
    const output = await client.send(command);
    const dateMs = Date.parse(date ?? "");
    if (Number.isNaN(dateMs)) throw new Error(`S3 answered without a Date header (${date})`);
    return { output, dateMs };
  } catch (error) {
    throw originalOf(error);
  }
}

function dateOf(response: unknown): string | undefined {
  if (typeof response !== "object" || response === null || !("headers" in response)) return undefined;
  const { headers } = response;
  if (typeof headers !== "object" || headers === null || !("date" in headers)) return undefined;
  return typeof headers.date === "string" ? headers.date : undefined;
}

/** The object is not there. A missing bucket is another matter: a wrong configuration, never "absent". */
export const isMissing = (error: unknown): boolean =>
  statusOf(error) === 404 && error instanceof Error && (error.name === "NoSuchKey" || error.name === "NotFound");
