import { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";

/** What S3 tells of each object that was put; keys are written as in a form: percent-encoded, "+" for a space. */
const S3Event = z.object({
  Records: z.array(
    z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string().transform(plainKey) }) }) }),
  ),
});
/** Sent once, when the bucket's notification is set up. */
const TestEvent = z.object({ Event: z.literal("s3:TestEvent") });

const FinishedState = /^runs\/([^/]+)\/([^/]+)\/scenario_state\.json$/;

/**
 * The aggregator's messages out of one body of its queue: S3's own events, and the sweep's messages as they are. Other objects than a
 * run's scenario state tell nothing.
 * @throws where it is neither: the message then stays, for an operator
 */
export function aggregateMessages(body: string): AggregateMessage[] {
  const value: unknown = JSON.parse(body);
  const event = S3Event.safeParse(value);
  if (event.success) return event.data.Records.flatMap(({ eventName, s3 }) => messageOf(eventName, s3.object.key));
  if (TestEvent.safeParse(value).success) return [];
  return [AggregateMessage.parse(value)];
}

function messageOf(eventName: string, key: string): AggregateMessage[] {
  const [, suite, run] = FinishedState.exec(key) ?? [];
  if (!eventName.startsWith("ObjectCreated:") || suite === undefined || run === undefined) return [];
  return [{ suite, run }];
}

function plainKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll("+", " "));
}
