/** The thread that renews the leases of an output folder. */
import { parentPort, workerData } from "node:worker_threads";
import { serveLeases } from "@medhelm/adapters/leases/serve-leases";
import { systemClock } from "@medhelm/adapters/system-clock";
import { z } from "zod";
import { openThreadStore } from "./open-thread-store.ts";

const { outputPath } = z.object({ outputPath: z.string() }).parse(workerData);
serveLeases(parentPort, { objects: openThreadStore(outputPath), clock: systemClock });
