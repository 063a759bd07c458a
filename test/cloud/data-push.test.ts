import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Store } from "@medhelm/adapters/objects/s3-store";
import { storeDataSource } from "@medhelm/adapters/data/store-data-source";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { describe, expect, it } from "vitest";
import { cli } from "../e2e/cli.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();
const BUCKET = "medhelm-data";
/** more than one part of a multipart upload */
const LARGE = Buffer.alloc(20 * 2 ** 20, "0123456789abcde\n");

describe(`data sets of a service on AWS${why === undefined ? "" : ` (skipped: ${why})`}`, () => {
  it.skipIf(why !== undefined)(
    "are put once into its bucket with the operator's credentials, and workers can read them there",
    async () => {
      const peer = await startVersitygw();
      const folder = mkdtempSync(join(tmpdir(), "medhelm-data-push-"));
      try {
        const clients = awsClients({ endpoint: peer.url, credentials: peer.credentials, region: peer.region });
        await clients.s3().send(new CreateBucketCommand({ Bucket: BUCKET }));
        for (const set of ["pubmed_qa", "clear"]) mkdirSync(join(folder, "mirror", set), { recursive: true });
        writeFileSync(join(folder, "mirror/pubmed_qa/ori_pqal.json"), LARGE);
        writeFileSync(join(folder, "mirror/pubmed_qa/README"), "read me");
        writeFileSync(join(folder, "mirror/clear/depression.xlsx"), "notes");
        const push = (line: string, secret = peer.credentials.secretAccessKey) =>
          cli("medhelm", ["data", "push", "mirror", "--bucket", BUCKET, ...line.split(" ")], {
            cwd: folder,
            env: {
              AWS_ENDPOINT_URL_S3: peer.url,
              AWS_REGION: peer.region,
              AWS_ACCESS_KEY_ID: peer.credentials.accessKeyId,
              AWS_SECRET_ACCESS_KEY: secret,
            },
          });
        const all = await push("--public");
        expect([all.code, all.stderr]).toEqual([2, expect.stringContaining("is of clear, which is private")]);
        const wrong = await push("--public --only pubmed_qa", "wrong");
        expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining("the data cannot be put there")]);
        const dry = await push("--public --only pubmed_qa --dry-run");
        expect(dry.stdout).toBe("send        7 B  pubmed_qa/README\nsend    21.0 MB  pubmed_qa/ori_pqal.json\n");
        expect(dry.stderr).toContain("2 of 2 files would be sent to medhelm-data (21.0 MB), 0 were already there");
        const sent = await push("--public --only pubmed_qa");
        expect([sent.code, sent.stdout]).toEqual([0, ""]);
        expect(sent.stderr).toContain("2 of 2 files sent to medhelm-data (21.0 MB), 0 were already there");
        expect((await push("--public --only pubmed_qa")).stderr).toContain(
          "0 of 2 files sent to medhelm-data (0 B), 2",
        );
        expect((await push("--organisation Stanford --only clear")).stderr).toContain("1 of 1 file sent");

        const objects = s3Store({ client: clients.s3, bucket: BUCKET });
        const otherwise = { read: () => Promise.reject(new Error("not there")), open: async () => undefined };
        const file = { path: "pubmed_qa/ori_pqal.json", url: "", sha256: sha256Hex(LARGE) };
        const read = await storeDataSource({ objects, otherwise }).read(file);
        expect(Buffer.compare(read.bytes, LARGE)).toBe(0);
        const licensed = storeDataSource({ objects, organisation: "Stanford", otherwise });
        expect(await (await licensed.open({ path: "clear" }))?.list()).toEqual(["depression.xlsx"]);
        expect(await storeDataSource({ objects, otherwise }).open({ path: "clear" })).toBeUndefined();
        clients.close();
      } finally {
        await peer.close();
        rmSync(folder, { recursive: true, force: true });
      }
    },
  );
});
