// The thread that renews a worker's leases on AWS, with its own client of S3.
import { parentPort } from "node:worker_threads";
import { serveLeases } from "@medhelm/adapters/leases/serve-leases";
import { systemClock } from "@medhelm/adapters/system-clock";
import { awsObjects } from "../aws/objects.ts";

serveLeases(parentPort, { objects: awsObjects(process.env), clock: systemClock });
