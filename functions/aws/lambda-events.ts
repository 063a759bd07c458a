import { z } from "zod";

/** What Lambda is called with by a queue: up to a batch of messages. */
const SqsEvent = z.object({ Records: z.array(z.object({ messageId: z.string(), body: z.string() })) });

/** Messages that come again, and in the end go to the dead letters; the others are gone. */
export interface SqsBatchResponse {
  readonly batchItemFailures: readonly { readonly itemIdentifier: string }[];
}

/**
 * Handles each message of a batch; one that throws holds up no other (the event source mapping has ReportBatchItemFailures).
 * One after the other, for a batch shares one function's memory.
 * @throws where the event is none of SQS's: the whole batch then comes again
 */
export async function handleBatch(
  event: unknown,
  handle: (body: string) => Promise<unknown>,
  report: (error: unknown, body: string) => void,
): Promise<SqsBatchResponse> {
  const failed: { itemIdentifier: string }[] = [];
  for (const { messageId, body } of SqsEvent.parse(event).Records) {
    try {
      await handle(body);
    } catch (error) {
      report(error, body);
      failed.push({ itemIdentifier: messageId });
    }
  }
  return { batchItemFailures: failed };
}
