/** The thread that renews the leases of an output folder. */
import { parentPort, workerData } from "node:worker_threads";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { serveLeases } from "@medhelm/adapters/leases/serve-leases";
import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { readSharedBucket, sharedStore } from "./shared-bucket.ts";

const { outputPath } = z.object({ outputPath: z.string() }).parse(workerData);
const bucket = readSharedBucket(outputPath)?.bucket;
const objects = bucket === undefined ? fsStore(outputPath, { fsync: true }) : sharedStore(bucket);
serveLeases(parentPort, { objects, clock: systemClock });
