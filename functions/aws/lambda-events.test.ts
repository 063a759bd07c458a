import { expect, test } from "vitest";
import { handleBatch } from "./lambda-events.ts";

const record = (messageId: string, body: string) => ({
  messageId,
  receiptHandle: "r",
  body,
  attributes: { ApproximateReceiveCount: "1" },
  messageAttributes: {},
  eventSource: "aws:sqs",
});

test("SQS delivers the messages again whose handling threw, and every other message is handled", async () => {
  const handled: string[] = [];
  const reported: string[] = [];
  const response = await handleBatch(
    { Records: [record("1", "a"), record("2", "bad"), record("3", "c")] },
    async (body) => {
      if (body === "bad") throw new Error("no");
      handled.push(body);
    },
    (error, body) => void reported.push(`${body}: ${String(error)}`),
  );
  expect(response).toEqual({ batchItemFailures: [{ itemIdentifier: "2" }] });
  expect(handled).toEqual(["a", "c"]);
  expect(reported).toEqual(["bad: Error: no"]);
});

test("an event that is not from SQS throws, so that SQS delivers the whole batch again", async () => {
  await expect(
    handleBatch(
      { detail: {} },
      async () => undefined,
      () => undefined,
    ),
  ).rejects.toThrow("Records");
});
