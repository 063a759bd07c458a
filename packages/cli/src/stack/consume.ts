import type { Queue, QueueMessage } from "@medhelm/core/ports";

export interface ConsumeOptions {
  readonly queue: Queue;
  handle(body: string): Promise<void>;
  /** A message whose handling threw: it comes again, and in the end goes to the dead letters. */
  report(error: unknown, message?: QueueMessage): void;
  /** the queue's visibility time; the handling of a message may take longer, for it is extended */
  readonly visibilityMs: number;
  readonly signal: AbortSignal;
}

/** The embedded stand-in for SQS calling a Lambda: takes messages one by one until the signal aborts. */
export async function consume({ queue, handle, report, visibilityMs, signal }: ConsumeOptions): Promise<void> {
  while (!signal.aborted) {
    const messages = await receive(queue, report);
    for (const message of messages) {
      const extend = setInterval(() => {
        queue.extend(message.receipt, visibilityMs).catch(() => undefined); // then it comes again, which is harmless
      }, visibilityMs / 3);
      try {
        await handle(message.body);
        await queue.delete(message.receipt);
      } catch (error) {
        report(error, message);
      } finally {
        clearInterval(extend);
      }
    }
  }
}

/** A queue that cannot be read now (a busy disk) must not end the consumer. */
async function receive(queue: Queue, report: ConsumeOptions["report"]): Promise<QueueMessage[]> {
  try {
    return await queue.receive({ max: 1, waitMs: 1000 });
  } catch (error) {
    report(error);
    await new Promise((done) => setTimeout(done, 1000));
    return [];
  }
}
