import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { keyAuthenticator } from "@medhelm/service/api/access/key-authenticator";
import { describe, expect, it } from "vitest";
import { cli } from "../e2e/cli.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();

describe(`the first key of a service on AWS${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
  it.skipIf(why !== undefined)("is put into its bucket only with the operator's credentials", async () => {
    const peer = await startVersitygw();
    const folder = mkdtempSync(join(tmpdir(), "medhelm-first-key-"));
    try {
      const clients = awsClients({ endpoint: peer.url, credentials: peer.credentials, region: peer.region });
      await clients.s3().send(new CreateBucketCommand({ Bucket: "medhelm-results" }));
      const args = "keys create --store s3://medhelm-results --owner ops --name first --scopes admin".split(" ");
      const run = (secret: string) =>
        cli("medhelm", args, {
          cwd: folder,
          env: {
            AWS_ENDPOINT_URL_S3: peer.url,
            AWS_REGION: peer.region,
            AWS_ACCESS_KEY_ID: peer.credentials.accessKeyId,
            AWS_SECRET_ACCESS_KEY: secret,
          },
        });
      const made = await run(peer.credentials.secretAccessKey);
      expect(made.stderr).toMatch(
        /^medhelm: key [0-9a-f]{16} of ops; this is the only time that it is shown, so store it now\n$/,
      );
      const authenticate = keyAuthenticator(s3Store({ client: clients.s3, bucket: "medhelm-results" }), systemClock);
      const principal = await authenticate(new Headers({ authorization: `Bearer ${made.stdout.trim()}` }));
      expect(principal).toMatchObject({ owner: "ops", scopes: new Set(["admin"]) });

      const refused = await run("wrong");
      expect([refused.code, refused.stdout]).toEqual([2, ""]);
      expect(refused.stderr).toMatch(/--store s3:\/\/medhelm-results: the key cannot be written there/);
      clients.close();
    } finally {
      await peer.close();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
