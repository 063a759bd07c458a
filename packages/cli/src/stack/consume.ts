import { awaitSpace } from "@medhelm/adapters/await-space";
import { systemClock } from "@medhelm/adapters/system-clock";
import type { Clock, Queue, QueueMessage } from "@medhelm/core/ports";

export interface ConsumeOptions {
  readonly queue: Queue;
  handle(body: string, message: QueueMessage): Promise<void>;
  /** Called when `handle` failed. The queue delivers the message again, and after some tries moves it to the dead letters. */
  report(error: unknown, message?: QueueMessage): void;
  /** the queue's visibility time, which is extended while `handle` works */
  readonly visibilityMs: number;
  readonly signal: AbortSignal;
  readonly clock?: Pick<Clock, "sleep">;
}

/**
 * Handles the messages of a queue one by one until the signal aborts, as SQS does when it calls a Lambda. A message that a full disk stops is
 * handled until there is space: tries that fail would move it to the dead letters.
 */
export async function consume({
  queue,
  handle,
  report,
  visibilityMs,
  signal,
  clock = systemClock,
}: ConsumeOptions): Promise<void> {
  while (!signal.aborted) {
    const messages = await receive(queue, report, signal);
    for (const message of messages) {
      const extend = setInterval(() => {
        queue.extend(message.receipt, visibilityMs).catch(() => undefined); // the queue then delivers it again, which is harmless
      }, visibilityMs / 3);
      try {
        const space = { clock, signal, refused: (error: Error) => report(error, message) };
        await awaitSpace(() => handle(message.body, message), space);
        await awaitSpace(() => queue.delete(message.receipt), space);
      } catch (error) {
        report(error, message);
      } finally {
        clearInterval(extend);
      }
    }
  }
}

/** Waits and goes on when the queue cannot be read, because a busy disk must not end the consumer. */
async function receive(queue: Queue, report: ConsumeOptions["report"], signal: AbortSignal): Promise<QueueMessage[]> {
  try {
    return await queue.receive({ max: 1, waitMs: 1000, signal });
  } catch (error) {
    report(error);
    await new Promise((done) => setTimeout(done, 1000));
    return [];
  }
}
