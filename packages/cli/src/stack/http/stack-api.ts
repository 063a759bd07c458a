import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { allCards, findBenchmark, knownBenchmark } from "@medhelm/benchmarks/registry";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Clock, Index, Log, ObjectStore } from "@medhelm/core/ports";
import { anyAuthenticator } from "@medhelm/service/api/access/any-authenticator";
import type { Api } from "@medhelm/service/api/app";
import { createApi } from "@medhelm/service/api/create-api";
import { keyAuthenticator } from "@medhelm/service/api/access/key-authenticator";
import { oneToken } from "@medhelm/service/api/access/one-token";
import type { ApiPorts, Principal } from "@medhelm/service/api/ports";
import { messageRefusals, type RefuseMessage } from "@medhelm/service/api/guards/refuse-message";
import { catalogModels } from "@medhelm/service/models/catalog-models";
import { poolStandings } from "@medhelm/service/pools/pool-standings";
import type { ReleasePorts } from "@medhelm/service/release/ports";
import { planSubmission } from "@medhelm/service/submissions/plan-submission";
import type { Env } from "../../env.ts";
import type { Models } from "../../models/load-models.ts";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";
import { errorText } from "../../terminal/report-error.ts";
import { acceptUpload } from "./accept-upload.ts";
import { clientAddress } from "./client-address.ts";
import { LIVE, liveKey } from "../live/live-key.ts";
import { serveLive } from "../live/serve-live.ts";
import type { FullDisk } from "../log/full-disk.ts";
import { countedRequests } from "../metrics/counted-requests.ts";
import { serveMetrics } from "../metrics/serve-metrics.ts";
import { serveDocs } from "../site/serve-docs.ts";
import { serveSite } from "../site/serve-site.ts";
import type { StackAddress } from "../settings/stack-address.ts";
import { stackPrices } from "../settings/stack-prices.ts";
import type { StackQueues } from "../stack-queues.ts";
import { helmPromptsOf, type StackSettings } from "../settings/stack-settings.ts";

interface StackApiPorts {
  readonly settings: StackSettings;
  readonly env: Env;
  readonly models: Models;
  readonly objects: ObjectStore;
  readonly index: Index;
  readonly queues: StackQueues;
  readonly clock: Clock;
  readonly releases: ReleasePorts;
  readonly address: StackAddress;
  readonly isBehindProxy: boolean;
  readonly hasPools: boolean;
  /** the owner's key of the API */
  readonly token: string;
  /** signs the addresses of uploads */
  readonly secret: string;
  readonly log: Log;
  readonly disk: FullDisk;
}

interface StackApi {
  readonly fetch: (request: Request) => Response | Promise<Response>;
  readonly refuse: RefuseMessage;
  readonly live: Live;
  close(): Promise<void>;
}

/** The owner's page of the runs in progress: its address, which has the key, and the file with the address. */
interface Live {
  readonly url: string;
  readonly file: string;
}

/** Who has the token of the stack. */
const OWNER: Principal = {
  owner: "local",
  scopes: new Set(["submit", "release", "admin"]),
  organisations: "all",
  keyId: "local",
};

/** The API of the stack, with its sites, documentation, metrics and owner's pages. */
export async function stackApi(ports: StackApiPorts): Promise<StackApi> {
  const { settings, objects, index, queues, clock, address, token, log } = ports;
  const { outputPath } = settings;
  const authenticate = anyAuthenticator(oneToken(token, OWNER), keyAuthenticator(objects, clock));
  const clientOf = (given: unknown) => clientAddress(given, { isBehindProxy: ports.isBehindProxy });
  const api = await restApi(ports, { authenticate, clientAddress: clientOf });
  serveSite(api, outputPath, objects);
  serveDocs(api);
  const requests = countedRequests(api.fetch, clock.monotonicMs);
  const { dead, ...living } = queues;
  serveMetrics(api, {
    authenticate,
    clientAddress: clientOf,
    clock,
    index,
    objects,
    outputPath,
    queues: { ...living, ...Object.fromEntries(dead.map(({ name, queue }) => [`dead letters of ${name}`, queue])) },
    requests: requests.metrics,
  });
  const key = liveKey(token);
  const notice = (text: string): void => log("warn", text);
  const { close } = serveLive(api, { ports: ports.releases, url: address.local, token, owner: OWNER, key, notice });
  const refuse = messageRefusals({ objects, clock, report: reportOf(ports) });
  return {
    fetch: requests.fetch,
    refuse,
    live: writeLiveAddress(outputPath, `${address.shown}${LIVE}?key=${key}`),
    close,
  };
}

const reportOf =
  ({ log, disk }: StackApiPorts): ApiPorts["report"] =>
  (error, request) => {
    if (!disk.report(error))
      log("error", "a request failed", { component: "api", ...request, error: errorText(error) });
  };

async function restApi(
  ports: StackApiPorts,
  callers: Pick<Parameters<typeof createApi>[0], "authenticate" | "clientAddress">,
): Promise<Api> {
  const { settings, env, models, objects, index, queues, clock, address } = ports;
  const log = withFields(ports.log, { component: "api" });
  const helmPrompts = helmPromptsOf(settings);
  const fhirServer = settings.fhirServer ?? env["MEDHELM_FHIR_SERVER"];
  return createApi({
    objects,
    index,
    dispatchQueue: queues.dispatch,
    releaseQueue: queues.release,
    aggregateQueue: queues.aggregate,
    clock,
    ...callers,
    ...(ports.hasPools && { pools: poolStandings({ objects, clock }) }),
    expand: (request, files) =>
      planSubmission({ findBenchmark, models: models.registry, helmPrompts, fhirServer }, request, files),
    catalog: { benchmarks: allCards, benchmark: knownBenchmark, models: () => catalogModels(models) },
    prices: await stackPrices(settings, models),
    allowedOrigins: address.allowedOrigins,
    acceptUpload: acceptUpload(objects, ports.secret, clock),
    log,
    report: reportOf(ports),
  });
}

function writeLiveAddress(outputPath: string, url: string): Live {
  const file = join(outputPath, PRIVATE_FOLDER, "progress-address");
  writeFileSync(file, `${url}\n`, { mode: 0o600 });
  return { url, file };
}
