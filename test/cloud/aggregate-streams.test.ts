import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { metricFor } from "@medhelm/benchmarks/registry";
import { keys } from "@medhelm/core/store/object-keys";
import type { ObjectStore } from "@medhelm/core/ports";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";
import { putSyntheticRun } from "@medhelm/testing/fixtures/synthetic-run";
import { runTexts } from "@medhelm/testing/fixtures/work";
import { expect, test } from "vitest";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();

/** Its per-instance stats are more than one part of a multipart upload. */
const INSTANCES = 1200;

async function sealed(objects: ObjectStore, instances: number) {
  const run = await putSyntheticRun(objects, "s", instances);
  const aggregate = () => aggregateRun({ objects, metrics: metricFor }, { suite: "s", run });
  expect(await aggregate()).toMatchObject({ kind: "sealed" });
  return { run, aggregate, texts: await runTexts(objects, run, "s") };
}

test.skipIf(why !== undefined)(
  `an aggregation streams its files to S3 without a changed byte, also over older files${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const peer = await startVersitygw();
    const clients = awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    try {
      await clients.s3().send(new CreateBucketCommand({ Bucket: "runs" }));
      const objects = s3Store({ client: clients.s3, bucket: "runs" });
      const inS3 = await sealed(objects, INSTANCES);
      expect(inS3.texts.get("per_instance_stats.json")?.length).toBeGreaterThan(8_000_000);
      expect(inS3.texts).toEqual((await sealed(memoryStore(), INSTANCES)).texts);

      await objects.delete(keys.manifest("s", inS3.run)); // a lost seal: the aggregator writes every file again
      expect(await inS3.aggregate()).toMatchObject({ kind: "sealed" });
      expect(await runTexts(objects, inS3.run, "s")).toEqual(inS3.texts);
    } finally {
      clients.close();
      await peer.close();
    }
  },
);
