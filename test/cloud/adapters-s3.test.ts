import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws-clients";
import { objectStoreContract } from "@medhelm/adapters/contract/object-store";
import { s3Store } from "@medhelm/adapters/s3";
import { afterAll, beforeAll, describe } from "vitest";
import { startMoto, whyNoMoto } from "./peers/moto.ts";
import type { Peer } from "./peers/peer.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const peers = [
  { name: "versitygw", why: whyNoVersitygw(), start: startVersitygw },
  { name: "moto", why: whyNoMoto(), start: startMoto },
];
for (const { name, why, start } of peers)
  describe.skipIf(why !== undefined)(`S3 at ${name}${why === undefined ? "" : ` (${why})`}`, () => {
    let peer: Peer;
    let buckets = 0;
    const clients = () => awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    let one: ReturnType<typeof awsClients>;
    let two: ReturnType<typeof awsClients>;
    beforeAll(async () => {
      peer = await start();
      [one, two] = [clients(), clients()];
    });
    afterAll(async () => {
      one.close();
      two.close();
      await peer.close();
    });

    objectStoreContract(name, async () => {
      const bucket = `contract-${++buckets}`;
      await one.s3().send(new CreateBucketCommand({ Bucket: bucket }));
      return { store: s3Store({ client: one.s3, bucket }), other: s3Store({ client: two.s3, bucket }) };
    });
  });
