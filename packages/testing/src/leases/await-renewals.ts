import { setTimeout as sleep } from "node:timers/promises";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { getJson } from "@medhelm/core/store/objects";

/** `node await-renewals.ts FOLDER KEY COUNT` ends when the lease has been renewed this many times, and prints its state. */
const [, , folder = "", key = "", count = "0"] = process.argv;
for (;;) {
  const record = await getJson(fsStore(folder), key, LeaseRecord);
  if (record !== undefined && record.renewals >= Number(count)) {
    process.stdout.write(record.state);
    break;
  }
  await sleep(100);
}
