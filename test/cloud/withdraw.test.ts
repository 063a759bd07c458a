import { CreateBucketCommand, CreateMultipartUploadCommand, ListMultipartUploadsCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import type { ObjectStore } from "@medhelm/core/ports";
import { indexKeys } from "@medhelm/core/store/index-keys";
import { keys } from "@medhelm/core/store/object-keys";
import { putJson } from "@medhelm/core/store/objects";
import { refreshRelease } from "@medhelm/service/index/releases";
import { latestSite, switchPointer } from "@medhelm/service/release/site/pointer";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { putReleaseRecord, putRun } from "@medhelm/testing/fixtures/release";
import { describe, expect, it } from "vitest";
import { cli, testFolder } from "../e2e/cli.ts";
import { createIndexTable } from "./peers/create-index-table.ts";
import { startDynamoDb, whyNoDynamoDb } from "./peers/dynamodb.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw() ?? whyNoDynamoDb();
const BUCKETS = { results: "medhelm-results", scratch: "medhelm-scratch", site: "medhelm-site" };

async function keysOf(objects: ObjectStore): Promise<string[]> {
  const prefixes = ["runs/", "work/", "releases/", "release-requests/", "site/"];
  return (await Promise.all(prefixes.map((prefix) => keysIn(objects, prefix)))).flat();
}

describe(`medhelm withdraw of a service on AWS${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
  it.skipIf(why !== undefined)(
    "deletes a run from two buckets, and a release from two buckets and the index",
    async () => {
      const [s3, dynamo] = await Promise.all([startVersitygw(), startDynamoDb()]);
      const clients = awsClients({ endpoint: s3.url, credentials: s3.credentials, region: s3.region });
      const tables = awsClients({ endpoint: dynamo.url, credentials: dynamo.credentials, region: dynamo.region });
      try {
        for (const Bucket of Object.values(BUCKETS)) await clients.s3().send(new CreateBucketCommand({ Bucket }));
        await createIndexTable(tables.dynamo(), "index");
        const objects = s3Tree(BUCKETS, { client: clients.s3 });
        const index = dynamoIndex({ table: "index", client: tables.dynamo });
        const run = await putRun(objects, { suite: "s", model: "m/one", score: 1, access: "public", generation: 1 });
        await objects.put(keys.outcome("s", run, "k"), "{}");
        const request = { name: "r1", suites: ["s"], profile: "corrected", publish: true };
        const stored = { formatVersion: 1, owner: "ann", createdAt: "2026-11-01T00:00:00.000Z", request };
        await putJson(objects, keys.releaseRequest("r1"), stored);
        await putReleaseRecord(objects, "r1");
        await objects.put(keys.releaseFile("r1", "sealed-runs.json"), "{"); // it may show the run
        await objects.put(keys.siteFile("r1", "index.html"), "a page");
        await objects.put(keys.siteFrontPage(), "/r/r1/");
        await putJson(objects, keys.sitePublished("r1"), { formatVersion: 1, published: true });
        await refreshRelease({ objects, index }, "r1");
        await switchPointer(objects, "r1");

        const withdraw = (...args: string[]) =>
          cli("medhelm", ["withdraw", "--store", "s3://medhelm-results", ...args], {
            cwd: testFolder(),
            env: {
              AWS_ENDPOINT_URL_S3: s3.url,
              AWS_ENDPOINT_URL_DYNAMODB: dynamo.url,
              AWS_REGION: s3.region,
              AWS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
              AWS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
            },
          });
        const suite = ["--suite", "s", "--run", run, "--scratch", "s3://medhelm-scratch"];
        const counted = (await withdraw(...suite)).stderr; // also while a release shows it
        expect(counted).toContain("add --yes to delete them");
        expect(counted).toContain(
          "withdraw it, too: medhelm withdraw --release r1 --store s3://medhelm-results --site s3://SITE --index TABLE\n",
        );
        const release = ["--release", "r1", "--site", "s3://medhelm-site", "--index", "index"];
        expect(await withdraw(...release)).toMatchObject({ code: 2 });
        expect(await latestSite(objects)).toBe("r1");
        expect(await withdraw(...release, "--yes")).toMatchObject({ code: 0 });
        expect((await keysOf(objects)).filter((key) => !/^(runs|work)\//.test(key))).toEqual([]);
        expect(await index.get(indexKeys.allRelease("r1"))).toBeUndefined();

        const unfinished = {
          Bucket: BUCKETS.results,
          Key: `${keys.generations("s", "held", run)}1/scenario_state.json`,
        };
        await clients.s3().send(new CreateMultipartUploadCommand(unfinished));
        expect(await withdraw(...suite, "--yes")).toMatchObject({ code: 0 });
        expect(await keysOf(objects)).toEqual([]);
        const unended = await clients.s3().send(new ListMultipartUploadsCommand({ Bucket: BUCKETS.results }));
        expect(unended.Uploads ?? []).toEqual([]);
      } finally {
        clients.close();
        tables.close();
        await Promise.all([s3.close(), dynamo.close()]);
      }
    },
  );
});
