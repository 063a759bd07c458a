import { CreateBucketCommand, PutBucketVersioningCommand } from "@aws-sdk/client-s3";
import { type AwsClients, awsClients } from "@medhelm/adapters/aws/aws-clients";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { afterAll, beforeAll, describe } from "vitest";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import type { Peer } from "./peers/peer.ts";

const why = whyNoMoto();

/**
 * Uses versioned buckets, like the results bucket. A deleted key has a marker there, and the store must treat it as absent.
 * moto checks conditions without a lock, none on CompleteMultipartUpload, and no signature; adapters-versitygw covers those.
 */
describe.skipIf(why !== undefined)(`S3 at moto${why === undefined ? "" : ` (${why})`}`, () => {
  let peer: Peer;
  let one: AwsClients;
  let two: AwsClients;
  let buckets = 0;
  beforeAll(async () => {
    peer = await startMoto();
    const clients = () => awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    [one, two] = [clients(), clients()];
  });
  afterAll(async () => {
    one.close();
    two.close();
    await peer.close();
  });

  objectStoreContract(
    "moto, versioned",
    async () => {
      const bucket = `bucket-${++buckets}`;
      await one.s3().send(new CreateBucketCommand({ Bucket: bucket }));
      const VersioningConfiguration = { Status: "Enabled" } as const;
      await one.s3().send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
      return { store: s3Store({ client: one.s3, bucket }), other: s3Store({ client: two.s3, bucket }) };
    },
    { etags: "of the bytes", losesRaces: true },
  );
});
