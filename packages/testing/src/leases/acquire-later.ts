import { setTimeout as sleep } from "node:timers/promises";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { systemClock } from "@medhelm/adapters/system-clock";
import { acquireLease } from "@medhelm/core/jobs/lease";

/** `node acquire-later.ts FOLDER KEY WAIT_MS`: another worker, which tries to take a lease after a time and prints "held" or "taken". */
const [, , folder = "", key = "", waitMs = "0"] = process.argv;
await sleep(Number(waitMs));
const { kind } = await acquireLease({
  objects: fsStore(folder),
  clock: systemClock,
  key,
  ttlMs: 60_000,
  holder: { host: "another host", pid: 1, startedAt: "now" },
});
process.stdout.write(kind);
process.exit();
