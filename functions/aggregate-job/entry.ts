// The aggregator as a Batch job: one run that is too large for the function.
import { systemClock } from "@medhelm/adapters/system-clock";
import { compilePatternsOnce } from "@medhelm/adapters/threads/compile-patterns-once";
import { metricFor } from "@medhelm/benchmarks/registry";
import { AggregateMessage } from "@medhelm/core/submission";
import { z } from "zod";
import { Buckets, IndexTable, readEnvironment } from "../aws/environment.ts";
import { awsIndex } from "../aws/index.ts";
import { awsObjects } from "../aws/objects.ts";
import { awsTracer } from "../aws/tracer.ts";
import { awsLog } from "../aws/log.ts";
import { runProgram } from "../aws/run-program.ts";
import { aggregateRun } from "@medhelm/service/aggregate/aggregate-run";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  MEDHELM_SUITE: z.string().min(1),
  MEDHELM_RUN: z.string().min(1),
  MEDHELM_FOLDER: AggregateMessage.shape.folder,
});

compilePatternsOnce();
const log = awsLog("aggregate", process.env);
const trace = awsTracer("aggregate", process.env, log);

await runProgram(log, async () => {
  const env = readEnvironment("aggregate", Environment, process.env);
  await aggregateRun(
    {
      objects: awsObjects(process.env),
      index: awsIndex(env.MEDHELM_INDEX_TABLE),
      metrics: metricFor,
      observe: { log, clock: systemClock, ...(trace !== undefined && { trace }) },
    },
    {
      suite: env.MEDHELM_SUITE,
      run: env.MEDHELM_RUN,
      ...(env.MEDHELM_FOLDER === undefined ? {} : { folder: env.MEDHELM_FOLDER }),
    },
  );
  await trace?.flush();
});
