import { fetchAloud } from "../terminal/say-silent.ts";
import { join } from "node:path";
import { localDataSource } from "@medhelm/adapters/data/data-source";
import { fhirServer } from "@medhelm/adapters/fhir/fhir-server";
import { guardedSql } from "@medhelm/adapters/sql/guard";
import { openTokenizer } from "@medhelm/adapters/tokenizers/open-tokenizer";
import { spillFile } from "@medhelm/adapters/spill-file";
import { systemClock } from "@medhelm/adapters/system-clock";
import { leaseThread } from "@medhelm/adapters/leases/lease-thread";
import { annotatorFor } from "@medhelm/benchmarks/registry";
import type { Encoder, Index, Log, ObjectStore, Tracer } from "@medhelm/core/ports";
import type { MinuteLimits } from "@medhelm/core/models/minute-limits";
import { checkedBaseUrl } from "@medhelm/core/models/deployment";
import type { DataSource } from "@medhelm/core/run/benchmark";
import type { Budget } from "@medhelm/core/money/budget";
import type { SubmissionLedger } from "@medhelm/service/money/submission-ledger";
import { sqlProgram } from "@medhelm/adapters/sql/sql-program";
import { readSegments } from "@medhelm/service/pools/answer-segments";
import { runShards } from "@medhelm/service/pools/run-shards";
import type { DeploymentPorts } from "@medhelm/service/work/models/deployment-ports";
import { openDeployments } from "@medhelm/service/work/models/open-deployments";
import { requestClaims } from "@medhelm/service/work/answers/request-claims";
import type { WorkerPorts, WorkProgress } from "@medhelm/service/work/ports";
import { holderIsAlive, holderIsGone, thisProcess } from "@medhelm/adapters/lease-holder";
import { licenceSayer } from "../data/say-licence.ts";
import type { Env } from "../env.ts";
import { printMessage } from "../terminal/print-message.ts";
import type { Models } from "../models/load-models.ts";
import { packagedLeaseThread } from "../packaged.ts";
import { requireDataDir } from "../data/require-data-dir.ts";
import { PRIVATE_FOLDER } from "../places/private-folder.ts";
import { version } from "../version.ts";

/** After this time another worker may take a killed worker's run. On the same machine it may do so at once (lease-holder.ts). */
const LEASE_TTL_MS = 20_000;

export interface WorkerOptions {
  /** the folder of `objects` */
  readonly outputPath: string;
  readonly objects: ObjectStore;
  /** of the stack; absent in medhelm run */
  readonly index?: Index;
  readonly models: Pick<Models, "connect" | "resolve">;
  readonly data: DataSource;
  readonly encoder: (() => Promise<Encoder>) | undefined;
  /** Of the answers to text that is not public. Required, because a default would share them between the owners of a stack. */
  readonly owner: string;
  /** the address of a FHIR server; absent: MEDHELM_FHIR_SERVER */
  readonly fhirServer?: string | undefined;
  readonly budget: Budget;
  /** of a submission's worker; absent in medhelm run */
  readonly ledger?: SubmissionLedger;
  readonly concurrency: number;
  /** Absent: the concurrency is not searched. */
  readonly firstConcurrency?: number;
  /** The limits a minute of a deployment that sets none itself. Absent: it has none. */
  readonly perMinute?: MinuteLimits;
  readonly offline: boolean;
  readonly allowedHosts: readonly string[];
  readonly allowHosted: boolean;
  readonly shareAnswers: boolean;
  /** Pools ask the deployments that have a server, for this submission. Absent: there are no pools. */
  readonly pooledFor?: string;
  /** Other processes with the same stored answers wait for the requests that this one asks, and the other way round. */
  readonly claimsRequests?: boolean;
  /** Of a pool's worker: where it stores answers. Absent: each answer is an object of its own. */
  readonly segments?: DeploymentPorts["segments"];
  readonly env: Env;
  /** absent: HELM_RETRIES, else the default */
  readonly maxRetries?: number | undefined;
  /** the plugins' and the built-in annotators; absent: the built-in ones */
  readonly annotators?: NonNullable<WorkerPorts["annotators"]>;
  report(progress: WorkProgress): void;
  /** of the stack; absent in medhelm run, whose progress is shown */
  readonly log?: Log;
  readonly trace?: Tracer;
}

/** The worker's ports on this machine, for medhelm run and for the stack's worker process. */
export function workerPorts(options: WorkerOptions): WorkerPorts {
  const { objects, models } = options;
  const ledger = options.ledger === undefined ? {} : { ledger: options.ledger };
  const maxAttempts = options.maxRetries === undefined ? Number(options.env["HELM_RETRIES"]) : options.maxRetries + 1;
  const { owner, pooledFor } = options;
  return {
    objects,
    ...(pooledFor !== undefined && { isPooled: () => true }),
    ...(options.index !== undefined && { index: options.index }),
    clock: systemClock,
    ...ledger,
    data: options.data,
    openSpill: () => spillFile(join(options.outputPath, PRIVATE_FOLDER)),
    annotators: options.annotators ?? annotatorFor,
    sql: guardedSql({ program: sqlProgram }),
    ...fhirPort(options),
    ...(options.encoder === undefined ? {} : { encoder: options.encoder }),
    assemblesEarly: options.index === undefined,
    holder: thisProcess(),
    holderIsGone,
    holderIsAlive,
    leaseTtlMs: LEASE_TTL_MS,
    keepLease: leaseThread({ program: packagedLeaseThread, data: { outputPath: options.outputPath } }),
    version,
    report: options.report,
    ...(options.log !== undefined && { log: options.log }),
    ...(options.trace !== undefined && { trace: options.trace }),
    open: openDeployments({
      objects,
      clock: systemClock,
      resolve: models.resolve,
      connect: models.connect,
      budget: options.budget,
      ...ledger,
      owner,
      ...claimsOf(options),
      segments: options.segments ?? ((place) => readSegments(objects, place)),
      ...(pooledFor !== undefined && {
        pools: {
          submission: pooledFor,
          shards: (of) => runShards({ objects, clock: systemClock }, { ...of, owner, submission: pooledFor }),
        },
      }),
      concurrency: options.concurrency,
      ...(options.firstConcurrency !== undefined && { firstConcurrency: options.firstConcurrency }),
      ...(options.perMinute !== undefined && { perMinute: options.perMinute }),
      offline: options.offline,
      allowedHosts: options.allowedHosts,
      allowHosted: options.allowHosted,
      shareAnswers: options.shareAnswers,
      tokenizerOf: openTokenizer,
      notify: (run, notice) =>
        options.report({ run, stage: "loading", done: 0, total: 0, failed: 0, reused: 0, notice }),
      ...(Number.isInteger(maxAttempts) && maxAttempts > 0 ? { retry: { maxAttempts } } : {}),
    }),
  };
}

const claimsOf = ({ claimsRequests, objects }: WorkerOptions): Pick<DeploymentPorts, "claims"> =>
  claimsRequests === true
    ? { claims: requestClaims({ objects, clock: systemClock, holder: thisProcess(), holderIsGone }) }
    : {};

function fhirPort({ fhirServer: given, env }: WorkerOptions): Pick<WorkerPorts, "fhir"> {
  if (given !== undefined) return { fhir: fhirServer(checkedBaseUrl(given, "--fhir-server"), fetchAloud) };
  const address = env["MEDHELM_FHIR_SERVER"] ?? "";
  return address === "" ? {} : { fhir: fhirServer(checkedBaseUrl(address, "MEDHELM_FHIR_SERVER"), fetchAloud) };
}

/** The data of the benchmarks: from --data-dir or MEDHELM_DATA, else from the cache next to the runs, else from the pinned download. */
export function dataSource(options: {
  readonly outputPath: string;
  readonly dataDir: string | undefined;
  readonly offline: boolean;
  readonly env: Env;
}): DataSource {
  const dataDir = requireDataDir(options.dataDir, options.env);
  return localDataSource({
    ...(dataDir === undefined ? {} : { dataDir }),
    cacheDir: join(options.outputPath, PRIVATE_FOLDER, "data"),
    fetch: fetchAloud,
    beforeDownload: licenceSayer(printMessage),
    offline: options.offline,
  });
}
