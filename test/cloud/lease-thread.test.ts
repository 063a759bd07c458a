import { join } from "node:path";
import { CreateBucketCommand } from "@aws-sdk/client-s3";
import { type AwsClients, awsClients } from "@medhelm/adapters/aws/aws-clients";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { s3Tree } from "@medhelm/adapters/objects/s3-tree";
import { systemClock } from "@medhelm/adapters/system-clock";
import { acquireLease, isLeaseHeld } from "@medhelm/core/jobs/lease";
import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { getJson } from "@medhelm/core/store/objects";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { bundled } from "./bundled.ts";
import type { Peer } from "./peers/peer.ts";
import { startVersitygw, whyNoVersitygw } from "./peers/versitygw.ts";

const why = whyNoVersitygw();
const KEY = "work/s/r/lease.json";

let peer: Peer;
let clients: AwsClients;
let dist = "";
beforeAll(async () => {
  if (why !== undefined) return;
  dist = await bundled("worker");
  peer = await startVersitygw();
  clients = awsClients({ endpoint: peer.url, region: peer.region, credentials: peer.credentials });
  await clients.s3().send(new CreateBucketCommand({ Bucket: "scratch" }));
}, 120_000);
afterAll(async () => {
  if (why !== undefined) return;
  clients.close();
  await peer.close();
});

test.skipIf(why !== undefined)(
  `the bundled thread renews and frees a worker's lease on S3${why === undefined ? "" : ` (${why})`}`,
  async () => {
    vi.stubEnv("AWS_ENDPOINT_URL_S3", peer.url);
    vi.stubEnv("AWS_REGION", peer.region);
    vi.stubEnv("AWS_ACCESS_KEY_ID", peer.credentials.accessKeyId);
    vi.stubEnv("AWS_SECRET_ACCESS_KEY", peer.credentials.secretAccessKey);
    vi.stubEnv("MEDHELM_SCRATCH_BUCKET", "scratch");
    const objects = s3Tree({ scratch: "scratch" }, { client: clients.s3 });
    const acquired = await acquireLease({
      objects,
      clock: systemClock,
      key: KEY,
      ttlMs: 20_000,
      holder: { host: "h", pid: 1, startedAt: "now" },
      keep: leaseThread({ program: join(dist, "worker/lease-thread.mjs") }),
    });
    if (acquired.kind === "taken") throw new Error("taken");
    const renewals = async () => (await getJson(objects, KEY, LeaseRecord))?.renewals;
    await vi.waitUntil(async () => (await renewals()) === 1, { timeout: 60_000, interval: 200 });
    expect(await isLeaseHeld(objects, KEY)).toBe(true);
    await acquired.lease.release();
    expect(await isLeaseHeld(objects, KEY)).toBe(false);
  },
  90_000,
);
