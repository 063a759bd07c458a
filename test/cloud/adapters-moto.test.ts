import { CreateBucketCommand, PutBucketVersioningCommand } from "@aws-sdk/client-s3";
import { objectStoreContract } from "@medhelm/testing/contract/object-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { describe } from "vitest";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import { usePeer } from "./peers/peer-clients.ts";

const why = whyNoMoto();

/**
 * Uses versioned buckets, like the results bucket. A deleted key has a marker there, and the store must treat it as absent.
 * The stand-in moto checks conditions without a lock, and neither conditions of CompleteMultipartUpload nor signatures. The file adapters-versitygw
 * covers those.
 */
describe.skipIf(why !== undefined)(`S3 at moto${why === undefined ? "" : ` (${why})`}`, () => {
  const clients = usePeer(startMoto);
  let buckets = 0;

  objectStoreContract(
    "moto, versioned",
    async () => {
      const { one, two } = clients();
      const bucket = `bucket-${++buckets}`;
      await one.s3().send(new CreateBucketCommand({ Bucket: bucket }));
      const VersioningConfiguration = { Status: "Enabled" } as const;
      await one.s3().send(new PutBucketVersioningCommand({ Bucket: bucket, VersioningConfiguration }));
      return { store: s3Store({ client: one.s3, bucket }), other: s3Store({ client: two.s3, bucket }) };
    },
    { etags: "of the bytes", losesRaces: true, listsDeletedFolders: true },
  );
});
