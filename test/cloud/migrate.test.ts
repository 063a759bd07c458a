import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { keys } from "@medhelm/core/store/object-keys";
import { openRun } from "@medhelm/core/store/run-files";
import { v1Objects } from "@medhelm/testing/formats/v1-objects";
import { describe, expect, it } from "vitest";
import { cli, testFolder } from "../e2e/cli.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();
const RUN = "demo_notes:model=baseline_lead-sentences";

describe(`medhelm migrate of a bucket${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
  it.skipIf(why !== undefined)("moves the runs to their generations, and deletes the old files", async () => {
    const peer = await startVersitygw();
    try {
      const clients = awsClients({ endpoint: peer.url, credentials: peer.credentials, region: peer.region });
      await clients.s3().send(new CreateBucketCommand({ Bucket: "medhelm-results" }));
      const objects = s3Store({ client: clients.s3, bucket: "medhelm-results" });
      for (const [key, text] of v1Objects()) if (key.startsWith("runs/first/")) await objects.put(key, text);
      const migrate = (secret: string) =>
        cli("medhelm", ["migrate", "--store", "s3://medhelm-results"], {
          cwd: testFolder(),
          env: {
            AWS_ENDPOINT_URL_S3: peer.url,
            AWS_REGION: peer.region,
            AWS_ACCESS_KEY_ID: peer.credentials.accessKeyId,
            AWS_SECRET_ACCESS_KEY: secret,
          },
        });
      const refused = await migrate("wrong");
      expect([refused.code, refused.stderr]).toEqual([
        2,
        expect.stringMatching(
          /^medhelm: --store s3:\/\/medhelm-results: the command stopped \(.*\); use the credentials of a deploy, and call it again to continue\n$/,
        ),
      ]);
      const done = await migrate(peer.credentials.secretAccessKey);
      expect(done).toMatchObject({ code: 0 });
      expect(done.stderr).toContain("2 runs moved");
      expect(done.stderr).toContain("20 old files deleted");
      const { manifest, keyOf } = await openRun(objects, "first", RUN);
      expect(manifest?.folder).toMatch(/^public\/1-[0-9a-f]{32}$/);
      const stats = await objects.get(keyOf("stats.json"));
      expect(new TextDecoder().decode(stats?.body)).toBe(v1Objects().get(keys.runFile("first", RUN, "stats.json")));
      expect(await objects.head(keys.runFile("first", RUN, "stats.json"))).toBeUndefined();
      clients.close();
    } finally {
      await peer.close();
    }
  });
});
