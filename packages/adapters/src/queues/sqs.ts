import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  type SQSClient,
  SQSServiceException,
} from "@aws-sdk/client-sqs";
import type { Queue } from "@medhelm/core/ports";

export interface SqsQueueOptions {
  /** Called at the first use of the queue. */
  readonly client: () => SQSClient;
  readonly url: string;
}

// the limits of SQS
const MAX_BATCH = 10;
const MAX_WAIT_S = 20;
const MAX_DELAY_S = 900;

/**
 * A standard queue of SQS. infra/ sets its visibility timeout and dead letters. A wait ends after 20 s at most, times are rounded up to
 * whole seconds, and depths are approximate. SQS may accept a stale receipt and may deliver a message twice, so the effect of a message
 * must be idempotent.
 */
export function sqsQueue({ client, url: QueueUrl }: SqsQueueOptions): Queue {
  return {
    async send(body, { delayMs = 0 } = {}) {
      const DelaySeconds = seconds(delayMs);
      if (DelaySeconds > MAX_DELAY_S)
        throw new RangeError(`SQS delays a message by at most ${MAX_DELAY_S} s, not ${delayMs} ms`);
      await client().send(new SendMessageCommand({ QueueUrl, MessageBody: body, DelaySeconds }));
    },
    async receive({ max, waitMs }) {
      const { Messages = [] } = await client().send(
        new ReceiveMessageCommand({
          QueueUrl,
          MaxNumberOfMessages: Math.min(max, MAX_BATCH),
          WaitTimeSeconds: Math.min(seconds(waitMs), MAX_WAIT_S),
          MessageSystemAttributeNames: ["ApproximateReceiveCount"],
        }),
      );
      return Messages.map(({ MessageId, Body, ReceiptHandle, Attributes }) => {
        if (MessageId === undefined || ReceiptHandle === undefined)
          throw new Error("SQS delivered a message without an id or a receipt");
        const receiveCount = Number(Attributes?.ApproximateReceiveCount ?? 1);
        return { id: MessageId, body: Body ?? "", receipt: ReceiptHandle, receiveCount };
      });
    },
    async delete(ReceiptHandle) {
      await ignoreStale(() => client().send(new DeleteMessageCommand({ QueueUrl, ReceiptHandle })));
    },
    async extend(ReceiptHandle, visibilityMs) {
      const VisibilityTimeout = seconds(visibilityMs);
      await ignoreStale(() =>
        client().send(new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout })),
      );
    },
    async depth() {
      const { Attributes = {} } = await client().send(
        new GetQueueAttributesCommand({
          QueueUrl,
          AttributeNames: [
            "ApproximateNumberOfMessages",
            "ApproximateNumberOfMessagesNotVisible",
            "ApproximateNumberOfMessagesDelayed",
          ],
        }),
      );
      const { ApproximateNumberOfMessages: visible, ApproximateNumberOfMessagesNotVisible: hidden } = Attributes;
      const delayed = Attributes.ApproximateNumberOfMessagesDelayed ?? 0;
      return { visible: Number(visible ?? 0), inFlight: Number(hidden ?? 0) + Number(delayed) };
    },
  };
}

const seconds = (ms: number): number => Math.ceil(ms / 1000);

/** The errors of SQS for an expired receipt and for a receipt of another queue. */
const STALE = new Set(["ReceiptHandleIsInvalid", "MessageNotInflight", "InvalidParameterValue"]);

/** A stale receipt is not an error (see Queue). */
async function ignoreStale(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const isStale =
      error instanceof SQSServiceException &&
      STALE.has(error.name) &&
      (error.name !== "InvalidParameterValue" || /receipt|does not exist|not available/i.test(error.message));
    if (!isStale) throw error;
  }
}
