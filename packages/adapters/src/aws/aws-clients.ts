import { BatchClient } from "@aws-sdk/client-batch";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";

export interface AwsOptions {
  /** Another address than AWS's own: a peer of the tests. Absent: the SDK's own chain, as for region and credentials. */
  readonly endpoint?: string;
  /** Buckets as folders of one host, as peers want it; absent: where there is an `endpoint`. */
  readonly pathStyle?: boolean;
  readonly region?: string;
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string };
}
export interface AwsClients {
  s3(): S3Client;
  sqs(): SQSClient;
  batch(): BatchClient;
  /** Ends idle connections. */
  close(): void;
}

/** Each client is made at its first use and kept: making one costs a Lambda's cold start tens of milliseconds. */
export function awsClients({ endpoint, region, credentials, pathStyle }: AwsOptions = {}): AwsClients {
  const config = {
    ...(endpoint === undefined ? {} : { endpoint }),
    ...(region === undefined ? {} : { region }),
    ...(credentials === undefined ? {} : { credentials }),
  };
  // a peer has no name for each bucket
  const s3 = once(() => new S3Client({ ...config, forcePathStyle: pathStyle ?? endpoint !== undefined }));
  const sqs = once(() => new SQSClient(config));
  const batch = once(() => new BatchClient(config));
  return {
    s3: s3.get,
    sqs: sqs.get,
    batch: batch.get,
    close() {
      for (const { made } of [s3, sqs, batch]) made()?.destroy();
    },
  };
}

function once<T>(make: () => T): { readonly get: () => T; readonly made: () => T | undefined } {
  let made: T | undefined;
  return { get: () => (made ??= make()), made: () => made };
}
