/**
 * The API of the embedded stack on a free port, over its folder, index and queues: `node api-child.ts FOLDER TOKEN`. It sends the port, and
 * answers each later message with the CPU milliseconds that this process has used. Nothing takes the submissions from the queue.
 */
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { packagedDeployments } from "../../packages/cli/src/models/packaged-deployments.ts";
import { loadModels } from "../../packages/cli/src/models/load-models.ts";
import { makeOutputFolder } from "../../packages/cli/src/places/make-output-folder.ts";
import { openStore } from "../../packages/cli/src/places/open-store.ts";
import { freePort, listen } from "../../packages/cli/src/stack/http/listen.ts";
import { openIndex } from "../../packages/cli/src/stack/store/open-index.ts";
import { openQueue } from "../../packages/cli/src/stack/stack-queues.ts";
import { createApi } from "@medhelm/service/api/create-api";
import { oneToken } from "@medhelm/service/api/access/one-token";
import { ensureIndex } from "@medhelm/service/index/build-index";
import { catalogModels } from "@medhelm/service/models/catalog-models";
import { priceList } from "@medhelm/service/money/price-list";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";

const FIRST_PORT = 18_900;

const [folder = "", token = ""] = process.argv.slice(2);
makeOutputFolder(folder);
const objects = openStore(folder);
const index = openIndex(folder);
await ensureIndex({ objects, index, clock: systemClock });
const models = await loadModels({
  localPath: folder,
  env: {},
  candidates: {},
  judges: {},
  notice: () => undefined,
});
const port = await freePort(FIRST_PORT);
const api = createApi({
  objects,
  index,
  dispatchQueue: openQueue(folder, "dispatch"),
  releaseQueue: openQueue(folder, "release"),
  aggregateQueue: openQueue(folder, "aggregate"),
  clock: systemClock,
  authenticate: oneToken(token, {
    owner: "local",
    scopes: new Set(["submit"]),
    organisations: "all",
    keyId: "local",
  }),
  expand: (request, files) => planSubmission({ findBenchmark, models: models.registry }, request, files),
  catalog: { benchmarks: allCards, benchmark: knownBenchmark, models: () => catalogModels(models) },
  prices: priceList(await packagedDeployments(), []),
  allowedOrigins: [`http://127.0.0.1:${port}`],
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
await listen(api.fetch, port);
process.on("message", () => {
  const { user, system } = process.cpuUsage();
  process.send?.((user + system) / 1000);
});
process.on("disconnect", () => process.exit()); // the benchmark was stopped
process.send?.(port);
