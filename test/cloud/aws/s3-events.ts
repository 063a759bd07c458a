import { SendMessageCommand, type SQSClient } from "@aws-sdk/client-sqs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { listen } from "./listen.ts";

/** The body that versitygw posts to its webhook. */
const Event = z.object({
  Records: z
    .array(
      z.object({
        eventName: z.string(),
        s3: z.object({
          bucket: z.object({ name: z.string() }),
          object: z.object({ key: z.string(), size: z.number().optional(), eTag: z.string().nullish() }),
        }),
      }),
    )
    .optional(),
});

/**
 * Translates the S3 server's notifications of puts into the messages of AWS: its JSON, with form-encoded keys.
 * With `unruly`, each event comes twice, late and out of order.
 */
export async function bridgeEvents(options: {
  readonly sqs: SQSClient;
  /** a function, because the queue starts after this bridge */
  readonly queueUrl: () => string;
  readonly bucket: string;
  readonly prefix: string;
  readonly suffix: string;
  readonly unruly: boolean;
}): Promise<{ readonly webhook: string; readonly keys: readonly string[]; close(): Promise<void> }> {
  const { sqs, bucket, prefix, suffix, unruly } = options;
  const keys: string[] = [];
  let held: string | undefined;
  const send = async (body: string, delayS = 0): Promise<void> => {
    await sqs.send(new SendMessageCommand({ QueueUrl: options.queueUrl(), MessageBody: body, DelaySeconds: delayS }));
  };
  const pass = async (body: string): Promise<void> => {
    if (!unruly) return send(body);
    // the event before this one comes after it, and both come again later
    await send(body, 1);
    await send(body, 3);
    if (held !== undefined) await send(held, 2);
    held = body;
  };
  const server = createServer((request, response) => {
    void (async () => {
      const { Records = [] } = Event.parse(JSON.parse(await text(request)));
      for (const { eventName, s3 } of Records) {
        const { key } = s3.object;
        if (!/ObjectCreated/.test(eventName) || s3.bucket.name !== bucket) continue;
        if (!key.startsWith(prefix) || !key.endsWith(suffix)) continue;
        keys.push(key);
        await pass(asAwsSends({ eventName, bucket, key, size: s3.object.size ?? 0, eTag: s3.object.eTag ?? "" }));
      }
      response.end();
    })();
  });
  const { url, close } = await listen(server);
  return { webhook: `${url}/`, keys, close };
}

/** The notification's JSON as AWS documents it (S3 User Guide, "Event message structure", version 2.1). */
function asAwsSends(put: {
  readonly eventName: string;
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  readonly eTag: string;
}): string {
  return JSON.stringify({
    Records: [
      {
        eventVersion: "2.1",
        eventSource: "aws:s3",
        awsRegion: "eu-central-1",
        eventTime: new Date().toISOString(),
        eventName: put.eventName.replace(/^s3:/, ""),
        userIdentity: { principalId: "AWS:AROAEXAMPLE:i-1" },
        requestParameters: { sourceIPAddress: "127.0.0.1" },
        responseElements: { "x-amz-request-id": "EXAMPLE", "x-amz-id-2": "EXAMPLE" },
        s3: {
          s3SchemaVersion: "1.0",
          configurationId: "run-finished",
          bucket: {
            name: put.bucket,
            ownerIdentity: { principalId: "EXAMPLE" },
            arn: `arn:aws:s3:::${put.bucket}`,
          },
          object: {
            key: put.key.split("/").map(formEncoded).join("/"),
            size: put.size,
            eTag: put.eTag.replaceAll('"', ""),
            sequencer: "0055AED6DCD90281E5",
          },
        },
      },
    ],
  });
}

const formEncoded = (part: string): string => encodeURIComponent(part).replaceAll("%20", "+");
