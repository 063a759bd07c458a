import { SQSClient } from "@aws-sdk/client-sqs";
import { sqsQueue } from "@medhelm/adapters/queues/sqs";
import type { Queue } from "@medhelm/core/ports";

let client: SQSClient | undefined;

/** One client for all queues, created at its first use. */
export const awsQueue = (url: string): Queue => sqsQueue({ url, client: () => (client ??= new SQSClient({})) });
