import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { dynamoIndex } from "@medhelm/adapters/index/dynamo-index";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { systemClock } from "@medhelm/adapters/system-clock";
import { isObject } from "@medhelm/core/is-object";
import { indexKeys } from "@medhelm/core/store/index-keys";
import type { Index } from "@medhelm/core/ports";
import { buildIndex } from "@medhelm/service/index/build-index";
import { v1Objects } from "@medhelm/testing/formats/v1-objects";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "./bundled.ts";
import { BUCKETS, type Cloud, startCloud, TABLE } from "./aws/cloud.ts";
import { firstKey, writeConf } from "./aws/service.ts";
import { createIndexTable } from "./peers/create-index-table.ts";
import { whyNoDynamoDb } from "./peers/dynamodb.ts";
import { whyNoElasticMq } from "./peers/elasticmq.ts";
import { whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw() ?? whyNoElasticMq() ?? whyNoDynamoDb();
const BUNDLE_MS = 120_000;
const NOWHERE = "http://127.0.0.1:1/v1";
const ENDED = "fe5dfdfd9159-798f95009c02";
/** No server answers its runs, so the worker ends it at some moment of the test. */
const OPEN = "fe5dfdfbcc87-6f3a8194f660";

/** Everything in the index that no worker changes meanwhile. */
async function fixedItems(index: Index): Promise<unknown[]> {
  const partitions = [
    indexKeys.allSuites(),
    indexKeys.ownSuites("local"),
    indexKeys.allReleases(),
    indexKeys.ownReleases("local"),
    indexKeys.publishedReleases(),
    indexKeys.openReleases(),
    indexKeys.allSubmissions(),
    indexKeys.ownSubmissions("ann"),
    indexKeys.submission(ENDED),
    indexKeys.suiteSubmissions("second"),
    indexKeys.usage("ann", "2025-01"),
    indexKeys.usage("local", "2026-11"),
    indexKeys.dollarTotal("ann", "2025-01").partition,
    indexKeys.built().partition,
    indexKeys.reindexPosition().partition,
  ];
  const pages = await Promise.all(partitions.map((partition) => index.query(partition, { limit: 100 })));
  const items = pages.flatMap((page) => page.items.map(({ partition, sort, value }) => ({ partition, sort, value })));
  return items.map((item) =>
    item.sort === OPEN && isObject(item.value) ? { ...item, value: { ...item.value, ended: undefined } } : item,
  );
}

/** Repeats the rebuild of a moment at which a submission has ended. There are two open ones. */
async function builtAndRebuilt({ s3, dynamo }: Pick<Cloud, "s3" | "dynamo">) {
  const built = dynamoIndex({ table: TABLE, client: () => dynamo });
  const objects = s3Tree(BUCKETS, { client: () => s3 });
  for (let round = 1; ; round++) {
    const table = `rebuilt-${round}`;
    await createIndexTable(dynamo, table);
    const rebuilt = dynamoIndex({ table, client: () => dynamo });
    await buildIndex({ objects, index: rebuilt, clock: systemClock });
    const items = { built: await fixedItems(built), rebuilt: await fixedItems(rebuilt) };
    if (round === 3 || isDeepStrictEqual(items.built, items.rebuilt)) return items;
  }
}

describe.skipIf(why !== undefined)(`an upgrade on AWS's stand-ins${why === undefined ? "" : ` (${why})`}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-upgrade-"));
  let dist = "";
  beforeAll(async () => {
    dist = await bundled("functions");
  }, BUNDLE_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test("the sweep's own role builds the index in several calls; the API refuses requests until then, and the index equals that of medhelm reindex", async () => {
    const conf = join(folder, "conf");
    writeConf(conf, { candidate: NOWHERE, gpuJudge: NOWHERE, hostedJudge: NOWHERE });
    const options = { dist, conf, served: new Map(), secrets: {}, unruly: false, stored: v1Objects() };
    const cloud = await startCloud(options);
    try {
      const { s3 } = cloud;
      const headers = { authorization: `Bearer ${await firstKey(s3, BUCKETS.results)}` };
      const usage = () => fetch(`${cloud.api}/v1/usage?owner=local&month=2026-11`, { headers });
      const refused = await usage();
      expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "60"]);
      await expect.poll(async () => (await usage()).status, { timeout: 120_000, interval: 500 }).toBe(200);
      const { built, rebuilt } = await builtAndRebuilt(cloud);
      expect(built).toEqual(rebuilt);
      expect(built.length).toBeGreaterThan(40);
      expect(cloud.refused()).toEqual([]);
    } finally {
      await cloud.close();
    }
  });
});
