// Summarises the suite argv[3] of the folder argv[2] with argv[4] threads, and prints its costs as one line of JSON. "tables": only makes the tables.
import { resourceUsage } from "node:process";
import { threadMap } from "@medhelm/adapters/threads/thread-map";
import { collectOften } from "@medhelm/adapters/threads/collect-often";
import { leaderboardOf, summarizeSuite } from "@medhelm/service/release/build-release";
import { runThreads } from "../../packages/cli/src/run/threads/run-threads.ts";
import { openSuite } from "./open-suite.ts";

const [, , folder = "", suite = "", threads = "1"] = process.argv;
collectOften(); // as the command does
const count = Number(threads) || 1;
const readers = runThreads({ outputPath: folder, plugins: [] }, count);
const ports = { ...(await openSuite(folder)), map: threadMap(count), ...(count > 1 && { readers }) };
const started = performance.now();
const request = { kind: "suite", suite, profile: "helm" } as const;
const runs =
  threads === "tables"
    ? (await leaderboardOf(ports, request)).runs.length
    : (await summarizeSuite(ports, request)).runs;
await readers.end();
const seconds = (performance.now() - started) / 1000;
const { user, system } = process.cpuUsage();
process.stdout.write(
  `${JSON.stringify({ runs, seconds, cpuSeconds: (user + system) / 1e6, maxRssBytes: resourceUsage().maxRSS * 1024 })}\n`,
);
