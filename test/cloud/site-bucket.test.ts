import { CreateBucketCommand, HeadObjectCommand } from "@aws-sdk/client-s3";
import { awsClients } from "@medhelm/adapters/aws/aws-clients";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { keys } from "@medhelm/core/store/object-keys";
import { siteHeaders } from "@medhelm/service/release/site/site-headers";
import { keysIn } from "@medhelm/testing/stores/keys-in";
import { expect, test } from "vitest";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();

test.skipIf(why !== undefined)(
  `a browser gets the site's files with their content types, also large files${why === undefined ? "" : ` (${why})`}`,
  async () => {
    const peer = await startVersitygw();
    const clients = awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
    try {
      for (const Bucket of ["results", "site"]) await clients.s3().send(new CreateBucketCommand({ Bucket }));
      const objects = s3Tree({ results: "results", site: "site" }, { client: clients.s3, headers: siteHeaders });
      const page = `${keys.site("R")}index.html`;
      const large = `${keys.site("R")}data/run/0.json`;
      await objects.put(page, "<p>");
      await objects.put(
        large,
        (async function* () {
          for (let megabyte = 0; megabyte < 10; megabyte++) yield new Uint8Array(1 << 20);
        })(),
      );
      await objects.put(keys.suite("s"), "{}");
      expect(await keysIn(objects, keys.site("R"))).toEqual([large, page]);
      const typeOf = async (Bucket: string, Key: string) => {
        const { ContentType, CacheControl } = await clients.s3().send(new HeadObjectCommand({ Bucket, Key }));
        return [ContentType, CacheControl];
      };
      expect(await typeOf("site", "r/R/index.html")).toEqual(["text/html; charset=utf-8", "public, max-age=3600"]);
      expect(await typeOf("site", "r/R/data/run/0.json")).toEqual([
        "application/json; charset=utf-8",
        "public, max-age=3600",
      ]);
      expect((await typeOf("results", keys.suite("s")))[1]).toBeUndefined();
    } finally {
      clients.close();
      await peer.close();
    }
  },
);
