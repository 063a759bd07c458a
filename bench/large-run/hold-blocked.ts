import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { packagedLeaseThread } from "../../packages/cli/src/packaged.ts";
import { acquireLease } from "@medhelm/core/jobs/lease";
import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { getJson } from "@medhelm/core/store/objects";

/** Blocks the main thread while it holds a lease of 20 s, as `medhelm run` does. Prints how often the lease was renewed meanwhile, and whether it was lost. */
export async function holdBlocked(seconds: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "bench-blocked-"));
  const objects = fsStore(folder);
  const key = "work/s/r/lease.json";
  const acquired = await acquireLease({
    objects,
    clock: systemClock,
    key,
    ttlMs: 20_000,
    holder: { host: "h", pid: process.pid, startedAt: "now" },
    keep: leaseThread({ program: packagedLeaseThread, data: { outputPath: folder } }),
  });
  if (acquired.kind === "taken") throw new Error("a new folder has no lease");
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, seconds * 1000);
  await systemClock.sleep(0);
  const record = await getJson(objects, key, LeaseRecord);
  process.stdout.write(
    `blocked for ${seconds} s: ${record?.renewals} renewals, ${acquired.lease.lost.aborted ? "lost" : "kept"}\n`,
  );
  await acquired.lease.release();
  rmSync(folder, { recursive: true });
}
