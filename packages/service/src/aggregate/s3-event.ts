import { runOfScenarioState } from "@medhelm/core/store/object-keys";
import { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";

/** S3's event for each object that was put. S3 writes keys as in a form: percent-encoded, with "+" for a space. */
const S3Event = z.object({
  Records: z.array(
    z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string().transform(plainKey) }) }) }),
  ),
});
/** S3 sends it once, when the bucket's notification is set up. */
const TestEvent = z.object({ Event: z.literal("s3:TestEvent") });

/**
 * Reads the aggregator's messages from one message of its queue: an S3 event, or a message of the sweep. It ignores
 * events for objects other than a run's scenario state.
 * @throws for any other body: the message then stays in the queue for an operator
 */
export function aggregateMessages(body: string): AggregateMessage[] {
  const value: unknown = JSON.parse(body);
  const event = S3Event.safeParse(value);
  if (event.success) return event.data.Records.flatMap(({ eventName, s3 }) => messageOf(eventName, s3.object.key));
  if (TestEvent.safeParse(value).success) return [];
  return [AggregateMessage.parse(value)];
}

function messageOf(eventName: string, key: string): AggregateMessage[] {
  const written = eventName.startsWith("ObjectCreated:") ? runOfScenarioState(key) : undefined;
  return written === undefined ? [] : [written];
}

function plainKey(encoded: string): string {
  return decodeURIComponent(encoded.replaceAll("+", " "));
}
