import { systemClock } from "@medhelm/adapters/system-clock";
import { allCards, findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { EDGE_HEADERS } from "@medhelm/core/edge-headers";
import type { ServiceConf } from "@medhelm/core/service-conf";
import { handle, type LambdaContext, type LambdaEvent } from "hono/aws-lambda";
import { z } from "zod";
import {
  AggregateQueue,
  Buckets,
  Conf,
  DispatchQueue,
  EdgeKey,
  IndexTable,
  readEnvironment,
  ReleaseQueue,
  SiteBucket,
} from "../aws/environment.ts";
import { lazyIndex, lazyObjects, lazyQueue } from "../aws/lazy-objects.ts";
import { errorFields } from "@medhelm/core/log/error-fields";
import { awsLog } from "../aws/log.ts";
import { helmPromptsOf } from "../aws/helm-prompts.ts";
import { awsModels } from "../aws/models.ts";
import { catalogModels } from "@medhelm/service/models/catalog-models";
import { priceList } from "@medhelm/service/money/price-list";
import { once } from "../aws/once.ts";
import { anyAuthenticator } from "@medhelm/service/api/access/any-authenticator";
import { createApi } from "@medhelm/service/api/create-api";
import { isIndexBuilt } from "@medhelm/service/index/build-index";
import { keyAuthenticator } from "@medhelm/service/api/access/key-authenticator";
import { poolStandings } from "@medhelm/service/pools/pool-standings";
import type { Authenticate } from "@medhelm/service/api/ports";

const Environment = z.object({
  ...Buckets.shape,
  ...IndexTable.shape,
  ...SiteBucket.shape,
  ...DispatchQueue.shape,
  ...ReleaseQueue.shape,
  ...AggregateQueue.shape,
  ...Conf.shape,
  ...EdgeKey.shape,
});

/** The gateway's facts about the caller. hono passes the event on as `c.env`. */
const Caller = z.object({
  event: z.object({
    headers: z.record(z.string(), z.string()).default({}),
    requestContext: z.object({ http: z.object({ sourceIp: z.string() }) }),
  }),
});

/** The client's address. Behind CloudFront the gateway sees only CloudFront's. */
function addressOf(given: unknown, isBehindEdge: boolean): string | undefined {
  const event = Caller.safeParse(given).data?.event;
  return (isBehindEdge ? event?.headers[EDGE_HEADERS.viewer] : undefined) ?? event?.requestContext.http.sourceIp;
}

const log = awsLog("api", process.env);

const answer = once(async () => {
  const env = readEnvironment("api", Environment, process.env);
  const objects = await lazyObjects(process.env);
  const index = await lazyIndex(env.MEDHELM_INDEX_TABLE);
  const { files, models } = await awsModels(env.MEDHELM_CONF, process.env);
  const service = await files.service();
  const { github } = service;
  const edgeKeys = env.MEDHELM_EDGE_KEY;
  const byKey = keyAuthenticator(objects, systemClock);
  const api = createApi({
    objects,
    index,
    isIndexBuilt: () => isIndexBuilt({ objects, index }),
    dispatchQueue: await lazyQueue(env.MEDHELM_DISPATCH_QUEUE),
    releaseQueue: await lazyQueue(env.MEDHELM_RELEASE_QUEUE),
    aggregateQueue: await lazyQueue(env.MEDHELM_AGGREGATE_QUEUE),
    clock: systemClock,
    authenticate: github === undefined ? byKey : anyAuthenticator(byKey, await byGithub(github)),
    expand: async (request, inputs) => {
      // the first submission loads these modules, so a cold start for a read stays short
      const [{ planSubmission }, { requireServed }] = await Promise.all([
        import("@medhelm/service/submissions/plan-submission"),
        import("@medhelm/service/models/require-served"),
      ]);
      const runs = await planSubmission(
        { findBenchmark, models: models.registry, helmPrompts: helmPromptsOf(env.MEDHELM_CONF) },
        request,
        inputs,
      );
      await requireServed(models, runs);
      return runs;
    },
    catalog: { benchmarks: allCards, benchmark: knownBenchmark, models: () => catalogModels(models) },
    service,
    prices: priceList(models.prodEnv.deployments, await files.gpuClasses()),
    ...(service.pools && { pools: poolStandings({ objects, clock: systemClock }) }),
    presignsResults: true,
    repliesWhole: true, // API Gateway does not support streams
    ...(edgeKeys !== undefined && { edgeKeys }),
    clientAddress: (given) => addressOf(given, edgeKeys !== undefined),
    log,
    report: (error, request) => log("error", "a request failed", { ...request, ...errorFields(error) }),
  });
  return handle(api);
});

async function byGithub(github: NonNullable<ServiceConf["github"]>): Promise<Authenticate> {
  const { githubOidc } = await import("@medhelm/adapters/access/github-oidc");
  return githubOidc(github, { clock: systemClock });
}

export async function handler(event: LambdaEvent, context: LambdaContext): Promise<unknown> {
  return (await answer())(event, context);
}
