import { DeleteMessageCommand, ReceiveMessageCommand, SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { z } from "zod";
import type { Lambda } from "./lambda.ts";

const Response = z
  .object({ batchItemFailures: z.array(z.object({ itemIdentifier: z.string() })).default([]) })
  .nullable();

export interface EventSource {
  close(): Promise<void>;
}

/**
 * Polls an SQS queue as Lambda does, with partial batch responses: messages that the function reports as failed stay, and others are deleted.
 * A failed invocation keeps the whole batch. With `again`, every message is sent a second time, late.
 */
export function pollQueue(options: {
  readonly sqs: SQSClient;
  readonly queueUrl: string;
  /** a function, because a deploy replaces it */
  readonly lambda: () => Lambda;
  readonly batchSize: number;
  readonly again?: boolean;
  log(text: string): void;
}): EventSource {
  const { sqs, queueUrl, lambda, batchSize } = options;
  const stop = new AbortController();
  const sentAgain = new Set<string>();

  const poll = async (): Promise<void> => {
    const { Messages: messages = [] } = await sqs.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: batchSize,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ["All"],
      }),
      { abortSignal: stop.signal },
    );
    if (messages.length === 0) return;
    const event = {
      Records: messages.map(({ MessageId, ReceiptHandle, Body, Attributes }) => ({
        messageId: MessageId,
        receiptHandle: ReceiptHandle,
        body: Body,
        attributes: Attributes,
        messageAttributes: {},
        eventSource: "aws:sqs",
        eventSourceARN: `arn:aws:sqs:eu-central-1:000000000000:${queueUrl.split("/").at(-1)}`,
        awsRegion: "eu-central-1",
      })),
    };
    let failed: ReadonlySet<string>;
    try {
      const { batchItemFailures } = Response.parse(await lambda().invoke(event)) ?? { batchItemFailures: [] };
      failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
    } catch (error) {
      options.log(String(error));
      return;
    }
    for (const { MessageId = "", ReceiptHandle, Body = "" } of messages) {
      if (failed.has(MessageId)) continue;
      await sqs.send(new DeleteMessageCommand({ QueueUrl: queueUrl, ReceiptHandle }));
      if (options.again !== true || sentAgain.has(Body)) continue;
      sentAgain.add(Body);
      await sqs.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: Body, DelaySeconds: 2 }));
    }
  };
  const loop = async (): Promise<void> => {
    while (!stop.signal.aborted)
      await poll().catch((error: unknown) => {
        if (!stop.signal.aborted) options.log(`poller of ${queueUrl}: ${String(error)}`);
      });
  };
  const done = loop();
  return {
    async close() {
      stop.abort();
      await done;
    },
  };
}
