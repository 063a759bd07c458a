// The release job of AWS Batch: builds the files of a release. A child of its array job loads one shard of the runs.
import { availableParallelism } from "node:os";
import { threadMap } from "@medhelm/adapters/threads/thread-map";
import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, metricFor } from "@medhelm/benchmarks/registry";
import { refreshRelease } from "@medhelm/service/index/releases";
import { modelInfos } from "@medhelm/service/models/catalog-models";
import { buildRequestedRelease, loadRequestedShard } from "@medhelm/service/release/build-requested-release";
import { z } from "zod";
import { Buckets, Conf, IndexTable, readEnvironment, SiteBucket } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsModels } from "../aws/models.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...SiteBucket.shape,
  ...Conf.shape,
  MEDHELM_RELEASE: z.string().min(1),
  AWS_BATCH_JOB_ARRAY_INDEX: z.coerce.number().int().min(0).optional(),
});

const log = awsLog("release", process.env);

await runProgram(log, async (signal) => {
  const env = readEnvironment("release", Environment, process.env);
  const { MEDHELM_RELEASE: release, AWS_BATCH_JOB_ARRAY_INDEX: shard } = env;
  const objects = awsObjects(process.env);
  if (shard !== undefined) return loadRequestedShard({ objects, clock: systemClock }, release, shard);
  const { files, models } = await awsModels(env.MEDHELM_CONF, process.env);
  const cards = new Map((await allCards()).map((card) => [card.name, card]));
  const ports = {
    objects,
    clock: systemClock,
    cards: (group: string) => cards.get(group),
    metrics: metricFor,
    models: modelInfos(models),
    packagedSchema: await files.schema(),
    map: threadMap(availableParallelism()),
    report: (warning: string) => log("warn", warning, { release }),
  };
  log("info", "release built", { release, ended: await buildRequestedRelease(ports, release, signal) });
  await refreshRelease({ objects, index: awsIndex(env.MEDHELM_INDEX_TABLE) }, release);
  return undefined;
});
