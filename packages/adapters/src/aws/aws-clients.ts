import { BatchClient } from "@aws-sdk/client-batch";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { DYNAMO_CLIENT } from "../index/dynamo-index.ts";
import { BATCH_CLIENT } from "../compute/batch.ts";

export interface AwsOptions {
  /** The address of a stand-in for AWS in tests. If it is absent, the SDK finds the address as it finds region and credentials. */
  readonly endpoint?: string;
  /** Addresses buckets as paths of one host instead of host names. Default: true if `endpoint` is given. */
  readonly pathStyle?: boolean;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}
export interface AwsClients {
  s3(): S3Client;
  sqs(): SQSClient;
  batch(): BatchClient;
  dynamo(): DynamoDBClient;
  /** Closes idle connections. */
  close(): void;
}

/** Creates each client at its first use, because each costs a Lambda's cold start tens of milliseconds. */
export function awsClients({ endpoint, region, credentials, pathStyle }: AwsOptions = {}): AwsClients {
  const config = {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
  };
  // A stand-in has no host name per bucket.
  const s3 = lazy(() => new S3Client({ ...config, forcePathStyle: pathStyle ?? endpoint !== undefined }));
  const sqs = lazy(() => new SQSClient(config));
  const batch = lazy(() => new BatchClient({ ...config, ...BATCH_CLIENT }));
  const dynamo = lazy(() => new DynamoDBClient({ ...config, ...DYNAMO_CLIENT }));
  return {
    s3: s3.get,
    sqs: sqs.get,
    batch: batch.get,
    dynamo: dynamo.get,
    close() {
      for (const { current } of [s3, sqs, batch, dynamo]) current()?.destroy();
    },
  };
}

function lazy<T>(make: () => T): { readonly get: () => T; readonly current: () => T | undefined } {
  let made: T | undefined;
  return { get: () => (made ??= make()), current: () => made };
}
