import { z } from "zod";

/** The event of a queue: one batch of messages. */
const SqsEvent = z.object({
  Records: z.array(
    z.object({
      messageId: z.string(),
      body: z.string(),
      eventSourceARN: z.string().optional(),
      attributes: z.object({ ApproximateReceiveCount: z.coerce.number().int().default(1) }).prefault({}),
    }),
  ),
});

/** How a message came. */
export interface Delivery {
  readonly queueArn: string | undefined;
  /** 1 at the first delivery */
  readonly receives: number;
}

/** The messages that SQS delivers again and finally moves to the dead letters. It deletes all others. */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * Handles each message of a batch; one that throws holds up no other (the event source mapping has ReportBatchItemFailures).
 * Handles messages one at a time, because a batch shares one function's memory.
 * @throws if the event is not from SQS: SQS then delivers the whole batch again
 */
export async function handleBatch(
  event: unknown,
  handle: (body: string, delivery: Delivery) => Promise<unknown>,
  report: (error: unknown, body: string) => void,
): Promise<SqsBatchResponse> {
  const failed: { itemIdentifier: string }[] = [];
  for (const { messageId, body, eventSourceARN: queueArn, attributes } of SqsEvent.parse(event).Records) {
    try {
      await handle(body, { queueArn, receives: attributes.ApproximateReceiveCount });
    } catch (error) {
      report(error, body);
      failed.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures: failed };
}
