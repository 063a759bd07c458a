import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { systemClock } from "@medhelm/adapters/system-clock";
import { acquireLease, isLeaseHeld, type Lease, LeaseLost } from "@medhelm/core/jobs/lease";
import { putJson } from "@medhelm/core/store/objects";
import { afterEach, expect, test } from "vitest";
import { packagedLeaseThread } from "../../packaged.ts";

const KEY = "work/s/r/lease.json";
/** Half of it is more than the longest pause of a busy machine. */
const TTL_MS = 10_000;
/** A lease is renewed every quarter of its lifetime. */
const RENEWALS_OF_A_LIFETIME = 4;
const holder = { host: "h", pid: 1, startedAt: "now" };
const awaitRenewals = fileURLToPath(import.meta.resolve("@medhelm/testing/leases/await-renewals"));

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-lease-"));
  folders.push(folder);
  return folder;
};
const threadFor = (folder: string) => leaseThread({ program: packagedLeaseThread, data: { outputPath: folder } });
async function acquire(folder: string, keep = threadFor(folder)): Promise<Lease> {
  const objects = fsStore(folder);
  const acquired = await acquireLease({ objects, clock: systemClock, key: KEY, ttlMs: TTL_MS, holder, keep });
  if (acquired.kind === "taken") throw new Error("taken");
  return acquired.lease;
}

test("a worker whose event loop is blocked for longer than the lease's lifetime keeps the lease", async () => {
  const folder = newFolder();
  const lease = await acquire(folder);
  const args = [awaitRenewals, folder, KEY, String(RENEWALS_OF_A_LIFETIME + 1)];
  const state = execFileSync(process.execPath, args, { encoding: "utf8", timeout: 90_000 }); // blocks this thread
  expect([state, lease.lost.aborted]).toEqual(["held", false]);
  await lease.release();
}, 120_000);

test("the thread frees the lease, and a second lease of the process has the next term", async () => {
  const folder = newFolder();
  const lease = await acquire(folder);
  expect(await isLeaseHeld(fsStore(folder), KEY)).toBe(true);
  await lease.release();
  expect(await isLeaseHeld(fsStore(folder), KEY)).toBe(false);
  const next = await acquire(folder);
  expect([lease.term, next.term]).toEqual([1, 2]);
  await next.release();
}, 60_000);

test("the thread ends without a lease, and the next lease starts another one", async () => {
  const folder = newFolder();
  const keep = threadFor(folder);
  const started = once(process, "worker");
  const lease = await acquire(folder, keep);
  const [thread] = await started;
  await lease.release();
  await once(thread, "exit");
  const next = await acquire(folder, keep);
  expect([await isLeaseHeld(fsStore(folder), KEY), next.lost.aborted]).toEqual([true, false]);
  await next.release();
}, 60_000);

test("a worker learns that another one took its run over", async () => {
  const folder = newFolder();
  const lease = await acquire(folder);
  const record = { formatVersion: 1, nonce: "n", generation: 1, state: "held", ttlMs: 60_000, renewals: 0, holder };
  await putJson(fsStore(folder), KEY, record);
  await once(lease.lost, "abort");
  expect(lease.lost.reason).toEqual(new LeaseLost("another worker took over the run"));
  await lease.release();
}, 60_000);

test("a lease whose thread cannot start is lost", async () => {
  const folder = newFolder();
  const keep = leaseThread({ program: join(folder, "absent.ts") });
  const objects = fsStore(folder);
  const acquired = await acquireLease({ objects, clock: systemClock, key: KEY, ttlMs: 60_000, holder, keep });
  if (acquired.kind === "taken") throw new Error("taken");
  await once(acquired.lease.lost, "abort");
  expect(String(acquired.lease.lost.reason)).toContain("the thread that renews the run's lease has ended");
  await acquired.lease.release();
}, 60_000);
