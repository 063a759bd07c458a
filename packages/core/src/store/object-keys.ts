import { createHash } from "node:crypto";
import { nameProblem } from "../run/spec/run-name.ts";
import { distinctName } from "../text/distinct-name.ts";

/** The folders at the top of the object tree. The AWS adapter and infra/ assign each of them to a bucket. */
export const TOP_FOLDERS = {
  submissions: "submissions/",
  owners: "owners/",
  suites: "suites/",
  keys: "keys/",
  audit: "audit/",
  jobs: "jobs/",
  runs: "runs/",
  releases: "releases/",
  releaseRequests: "release-requests/",
  releaseFailures: "release-failures/",
  deadLetters: "dead-letters/",
  inputs: "inputs/",
  data: "data/",
  cache: "cache/",
  models: "models/",
  work: "work/",
  site: "site/",
} as const;

/**
 * Every key of the object tree (docs/architecture.md), the same on disk and in S3. No other file builds a key. `suite`
 * and `run` are folder names without "/". A key that ends in "/" is a folder, for listings.
 */
export const keys = {
  /** The format of the whole tree, and what medhelm migrate has done. */
  format: () => "format.json",
  submissions: () => "submissions/",
  submission: (id: string) => `submissions/${id}/request.json`,
  /** Contains all files of one submission. */
  submissionFiles: (id: string) => `submissions/${id}/`,
  submissionCancel: (id: string) => `submissions/${id}/cancel.json`,
  /** A worker of this submission has started this run. */
  submissionStarted: (id: string, run: string) => `submissions/${id}/started/${jsonFile(run)}`,
  /** A worker has settled this run for this submission. */
  submissionHandled: (id: string, run: string) => `${keys.allHandled(id)}${jsonFile(run)}`,
  /** Contains the records of all runs that workers have settled for this submission. */
  allHandled: (id: string) => `submissions/${id}/handled/`,
  /** The time of the end: every run has ended, and no job is active. With settled.json it is the truth for an ended submission. */
  submissionDone: (id: string) => `submissions/${id}/done.json`,
  /** Jobs that workers of several machines share. */
  sharedJobs: () => "work/.jobs/",
  sharedJob: (id: string) => `work/.jobs/${id}.json`,
  /** The money that the starts of medhelm run with --budget-usd have spent in a suite. */
  suiteBudget: (suite: string) => `work/.budgets/${jsonFile(suite)}`,
  /** The rest of the submission's budget. Its workers take slices by conditional puts. */
  submissionBudget: (id: string) => `submissions/${id}/budget.json`,
  /** How runs ended, as the sweep has seen it. */
  submissionSettled: (id: string) => `submissions/${id}/settled.json`,
  /** Marks of versions before the index, which `medhelm migrate` deletes. */
  openSubmission: (id: string) => `submissions/.open/${id}.json`,
  openSubmissions: () => "submissions/.open/",
  submissionsChecked: () => "submissions/.checked.json",
  /** Marks of versions before the index, which `medhelm migrate` deletes. */
  ownSubmissions: (owner: string) => `owners/${owner}/submissions/`,
  idempotency: (owner: string, key: string) => `owners/${owner}/idempotency/${key}.json`,
  /** month: YYYY-MM. One entry per (submission, run) and one per GPU job; writing an entry again changes nothing. */
  ledgerEntry: (owner: string, month: string, name: string) => `owners/${owner}/ledger/${month}/${name}.json`,
  ledger: (owner: string, month: string) => `owners/${owner}/ledger/${month}/`,
  /** The ledgers of all months. */
  allLedgers: (owner: string) => `owners/${owner}/ledger/`,
  /** The prefix of one submission's entries. */
  submissionLedger: (owner: string, month: string, submission: string) =>
    `owners/${owner}/ledger/${month}/${submission}-`,
  /** sha256 of the API key; the key itself is stored nowhere */
  apiKey: (sha256: string) => `keys/${sha256}.json`,
  apiKeys: () => "keys/",
  /** day: YYYY-MM-DD */
  auditEntry: (day: string, id: string) => `audit/${day}/${id}.json`,
  audit: (day: string) => `audit/${day}/`,
  /** Messages that an operator sends again, or deletes. */
  deadLetters: () => "dead-letters/",
  deadLetter: (queue: string, id: string) => `dead-letters/${queue}/${id}.json`,
  allLicensedData: () => "data/licensed/",
  licensedData: (organisation: string, sha256: string) => `data/licensed/${organisation}/${sha256}`,
  publicData: (sha256: string) => `data/public/${sha256}`,
  /** BERTScore's encoder for workers on AWS: onnx/model.onnx and tokenizer.json. The operator uploads it. */
  encoder: () => "models/encoder/",
  encoderFile: (file: string) => `models/encoder/${file}`,
  weights: (repo: string, revision: string) => `models/${repo}@${revision}/`,
  /** weights: repo@revision */
  weightsFolder: (weights: string) => `models/${weights}/`,
  suite: (suite: string) => `suites/${suite}.json`,
  suites: () => "suites/",
  inputs: () => "inputs/",
  /** Each owner has a copy of its own: knowing the sha256 of another owner's file gives no access to its bytes. */
  input: (owner: string, sha256: string) => `inputs/${owner}/${sha256}`,
  /** scope: "public" or an owner. An answer to a gated or private prompt is never shared between owners. */
  answer: (scope: string, requestKey: string) => `cache/${scope}/${requestKey}`,
  /** The answers of a pool, up to 500 in an object (decision 25). */
  answerSegments: (scope: string, deployment: string, benchmark: string) =>
    `${keys.segmentFolders(scope, deployment)}${distinctName(benchmark)}/`,
  /** Contains a folder for each benchmark. */
  segmentFolders: (scope: string, deployment: string) => `cache/${scope}/.segments/${distinctName(deployment)}/`,
  /** The requests and tokens that each process has sent to a deployment in its last minute, while it shares a limit with others. `place`: of the deployment's server. */
  minuteUses: (place: string) => `work/.minutes/${distinctName(place)}/`,
  /** An object with which a process tries the writes of a bucket. */
  probe: (uuid: string) => `work/.probes/${uuid}`,
  /** The queues of all pools, and their state. */
  pools: () => "work/.pools/",
  /** The weights of owners in all pools, as the operator has set them. */
  poolWeights: () => "work/.pools/weights.json",
  /** The turns of the owners, and the shards in work. */
  poolState: (deployment: string) => `work/.pools/${distinctName(deployment)}/state.json`,
  /** Contains a folder for each owner whose shards wait. `pool`: the folder's name in pools(). */
  poolQueue: (pool: string) => `work/.pools/${pool}/queue/`,
  /** The place of a shard in the queue of its owner. */
  poolEntry: (deployment: string, owner: string, entry: string) =>
    `work/.pools/${distinctName(deployment)}/queue/${owner}/${entry}.json`,
  /** The workers of a pool, and how its last ones failed. `pool`: the folder's name in pools(). */
  poolWorkers: (pool: string) => `work/.pools/${pool}/workers.json`,
  /** The lease of a shard. */
  shardLease: (deployment: string, entry: string) => `work/.pools/${distinctName(deployment)}/leases/${entry}.json`,
  /** Which process asks the request of this answer now. */
  asking: (answer: string) => `${keys.allAsking()}${answer.slice(TOP_FOLDERS.cache.length)}`,
  /** The requests that are asked now. */
  allAsking: () => "cache/.asking/",
  /** The models that have answered under the name of a deployment. `place`: the hash of its name, address and model. */
  servedModels: (place: string) => `cache/.models/${place}.json`,
  /** The served models of all deployments. */
  allServedModels: () => "cache/.models/",
  /** The scores of a run whose own files do not have all of them. A release that misses it reads the run again. */
  rememberedScores: (suite: string, run: string) => `work/.scores/${hashOf(`${suite}/${run}`)}.json`,
  /** The numbers of values behind the run's means. */
  rememberedCounts: (suite: string, run: string) => `work/.scores/${hashOf(`${suite}/${run}`)}-counts.json`,
  /** The sizes and times of a run's sealed files when their bytes were last compared with the manifest. */
  rememberedCheck: (suite: string, run: string) => `work/.scores/${hashOf(`${suite}/${run}`)}-checked.json`,
  /** The place of the pages that a release made of a run. HELM's runs have no pages. */
  rememberedPages: (suite: string, run: string) => `work/.scores/${hashOf(`${suite}/${run}`)}-pages.json`,
  /** These pages, if a release made them. */
  rememberedPagesFolder: (suite: string, run: string) => `work/.scores/${hashOf(`${suite}/${run}`)}-pages/`,
  /** All that is remembered of runs. */
  rememberedOfRuns: () => "work/.scores/",
  /** An answer that only this run may use again. */
  ownAnswer: (suite: string, run: string, requestKey: string) => `work/${suite}/${run}/answers/${requestKey}`,
  job: (submission: string, deployment: string, role: string) =>
    `jobs/${submission}/${distinctName(deployment)}-${role}.json`,
  /** Where an earlier version put the record. It has one key for "a/b" and "a_b". */
  earlierJob: (submission: string, deployment: string, role: string) =>
    `jobs/${submission}/${jsonFile(`${deployment.replaceAll("/", "_")}-${role}`)}`,
  jobs: (submission: string) => `jobs/${submission}/`,
  worksOf: (suite: string) => `work/${suite}/`,
  work: (suite: string, run: string) => `work/${suite}/${run}/`,
  lease: (suite: string, run: string) => `work/${suite}/${run}/lease.json`,
  /** The run's identity: runKey and its parts, written before the first request. */
  identity: (suite: string, run: string) => `work/${suite}/${run}/identity.json`,
  /** Where a worker of format N-1 put its assembly. */
  assembly: (suite: string, run: string) => `work/${suite}/${run}/assembly.json`,
  progress: (suite: string, run: string) => `work/${suite}/${run}/progress.json`,
  /** The reason why the whole run failed. */
  failed: (suite: string, run: string) => `work/${suite}/${run}/failed.json`,
  /** A request that got no answer after its last retry. */
  outcome: (suite: string, run: string, requestKey: string) => `work/${suite}/${run}/outcomes/${requestKey}.json`,
  /** Requests of the run that wait in the pool of a deployment. */
  shards: (suite: string, run: string, deployment: string) =>
    `work/${suite}/${run}/shards/${distinctName(deployment)}/`,
  /** Up to 500 of them. */
  shard: (suite: string, run: string, deployment: string, shard: string) =>
    `work/${suite}/${run}/shards/${distinctName(deployment)}/${shard}.json`,
  /** Why the pool of a deployment cannot answer the run. */
  poolStop: (suite: string, run: string, deployment: string) =>
    `work/${suite}/${run}/pool-stops/${distinctName(deployment)}.json`,
  /** Which model answers the run's requests, as the pool of a deployment has found out. */
  poolModel: (suite: string, run: string, deployment: string) =>
    `work/${suite}/${run}/pool-models/${distinctName(deployment)}.json`,
  /** No pool can ask for the run: a job with its model's server must. */
  needsServer: (suite: string, run: string) => `work/${suite}/${run}/needs-server.json`,
  outcomes: (suite: string, run: string) => `work/${suite}/${run}/outcomes/`,
  /** Pages of a run that HELM wrote. The server makes them at the first request. */
  workPages: (suite: string, run: string) => `work/${suite}/${run}/pages/`,
  allRuns: () => "runs/",
  runs: (suite: string) => `runs/${suite}/`,
  /** Present while `medhelm withdraw` deletes this run of the suite, or all of them, or after it was killed. */
  withdrawal: (suite: string, run?: string) =>
    `runs/${suite}/.withdrawals/${run === undefined ? "suite.json" : `runs/${jsonFile(run)}`}`,
  withdrawals: (suite: string) => `runs/${suite}/.withdrawals/`,
  /** Where an earlier version put its mark. */
  earlierWithdrawal: (suite: string) => `runs/${suite}/.withdrawal.json`,
  /** The prefix of both. */
  anyWithdrawal: (suite: string) => `runs/${suite}/.withdrawal`,
  /** Pages that a summary of the suite has copied. */
  suitePages: (suite: string) => `runs/${suite}/pages/`,
  run: (suite: string, run: string) => `runs/${suite}/${run}/`,
  runFile: (suite: string, run: string, file: string) => `runs/${suite}/${run}/${file}`,
  manifest: (suite: string, run: string) => `runs/${suite}/${run}/manifest.json`,
  generationsOf: (suite: string, area: GenerationArea) => `runs/${suite}/.generations/${area}/`,
  /** Contains the generations of one run. HELM skips `.generations`, because one level below the suite it has no run_spec.json. */
  generations: (suite: string, area: GenerationArea, run: string) => `runs/${suite}/.generations/${area}/${run}/`,
  /** Contains the files of one attempt at one generation. `folder`: from `generationFolder`. */
  generation: (suite: string, run: string, folder: string) => {
    const [area = "", name = ""] = folder.split("/");
    return `runs/${suite}/.generations/${area}/${run}/${name}/`;
  },
  generationFile: (suite: string, run: string, folder: string, file: string) =>
    `${keys.generation(suite, run, folder)}${file}`,
  /** Whether the attempt is sealed or deleted. */
  attemptDecision: (suite: string, run: string, folder: string) =>
    `${keys.generation(suite, run, folder)}decision.json`,
  /** The old files of a reopened run that another tool, or format N-1, wrote into the run's own folder. */
  previous: (suite: string, run: string, generation: number) => `runs/${suite}/.previous/${run}/${generation}/`,
  previousOf: (suite: string, run: string) => `runs/${suite}/.previous/${run}/`,
  releases: () => "releases/",
  release: (release: string) => `releases/${release}/`,
  releaseFile: (release: string, file: string) => `releases/${release}/${file}`,
  /** Numbered folders of the versions that a release replaced. */
  previousReleases: (release: string) => `releases/.previous/${release}/`,
  /** Contains everything that releases need while they are made. A lifecycle rule deletes it after some days. */
  releaseStagings: () => "releases/.staging/" as const,
  /** A release of the command line while it is being written. */
  releaseStaging: (release: string, uuid: string) => `releases/.staging/.summarize/${release}/${uuid}/`,
  /** Contains all of them. */
  releaseStagingOf: (release: string) => `releases/.staging/.summarize/${release}/`,
  /** Contains the files of one attempt to build a release that was requested over the API. */
  releaseAttempt: (release: string, uuid: string) => `releases/.attempts/${release}/${uuid}/`,
  /** Contains all of them. */
  releaseAttempts: (release: string) => `releases/.attempts/${release}/`,
  /** Contains the intermediate files of a release that was requested over the API. */
  releaseWork: (release: string) => `releases/.staging/${release}/`,
  releaseWorkOf: (release: string, request: string) => `releases/.staging/${release}/${request}/`,
  /** The runs of a release, and their division into shards. `request`: identifies the request. */
  releasePlan: (release: string, request: string) => `releases/.staging/${release}/${request}/plan.json`,
  releaseShards: (release: string, request: string) => `releases/.staging/${release}/${request}/shards/`,
  releaseShard: (release: string, request: string, shard: number) =>
    `releases/.staging/${release}/${request}/shards/${shard}.json`,
  releaseRequest: (release: string) => `release-requests/${release}.json`,
  releaseRequests: () => "release-requests/",
  /** The reason why the last attempt made no release. */
  releaseFailed: (release: string) => `release-failures/${release}.json`,
  site: (release: string) => `site/r/${release}/`,
  siteFile: (release: string, file: string) => `site/r/${release}/${file}`,
  /** The site job writes it after the pointer. Without it the site job starts again. */
  sitePublished: (release: string) => `site/r/${release}/published.json`,
  sitePointer: () => "site/latest.json",
  /** The releases that the service shows, for the Releases page of every site. */
  siteReleases: () => "site/releases.json",
  /** On AWS: redirects from "/" to the release that the pointer names. */
  siteFrontPage: () => "site/index.html",
} as const;

/** Not sha256Hex, whose module loads a library: every command loads this module. */
const hashOf = (name: string): string => createHash("sha256").update(name).digest("hex");

/** The file of a name, or of the name's hash if a file system or S3 refuses the name with ".json". */
function jsonFile(name: string): string {
  return `${nameProblem(`${name}.json`) === undefined ? name : hashOf(name)}.json`;
}

/** public: the text of the run may be published. held: only readers with access to the run may read it. */
export type GenerationArea = "public" | "held";

export const generationArea = (access: string): GenerationArea => (access === "public" ? "public" : "held");

/** The folder of one attempt, as the manifest names it: "<area>/<generation>-<nonce>". `nonce`: 32 hex digits. */
export const GENERATION_FOLDER = /^(public|held)\/(\d+)-[0-9a-f]{32}$/;

/** The generation of such a folder; NaN for another text. */
export const generationOf = (folder: string): number => Number(GENERATION_FOLDER.exec(folder)?.[2]);

export const generationFolder = (access: string, generation: number, nonce: string): string =>
  `${generationArea(access)}/${generation}-${nonce}`;

const SCENARIO_STATE =
  /^runs\/([^/]+)\/(?:\.generations\/(public|held)\/([^/]+)\/(\d+-[0-9a-f]{32})|([^/.][^/]*))\/scenario_state\.json$/;

/**
 * The attempt whose scenario_state.json a key names; undefined for any other key. `folder` is absent for a file in the run's
 * own folder, where workers of format N-1 write.
 */
export function runOfScenarioState(
  key: string,
): { readonly suite: string; readonly run: string; readonly folder?: string } | undefined {
  const [, suite, area, run, name, flatRun] = SCENARIO_STATE.exec(key) ?? [];
  if (suite === undefined) return undefined;
  if (run === undefined) return flatRun === undefined ? undefined : { suite, run: flatRun };
  return { suite, run, folder: `${area}/${name}` };
}

const RUN_FILE =
  /^runs\/([^/]+)\/(?:\.generations\/(public|held)\/([^/]+)\/(\d+-[0-9a-f]{32})\/(?:(derived-[0-9a-f]{12})\/)?|([^/.][^/]*)\/)(.+)$/;

/** A file of a run: its path in HELM's layout, and the key of the manifest of its folder. `derived`: the folder of the aggregator's files in it. */
export interface RunFilePlace {
  readonly manifest: string;
  readonly derived?: string;
  readonly file: string;
}

/** The place of a run's file; undefined for any other key. */
export function placeOfRunFile(key: string): RunFilePlace | undefined {
  const [, suite, area, run, name, derived, flatRun, file] = RUN_FILE.exec(key) ?? [];
  if (suite === undefined || file === undefined) return undefined;
  if (run === undefined) return flatRun === undefined ? undefined : { manifest: keys.manifest(suite, flatRun), file };
  const manifest = keys.generationFile(suite, run, `${area}/${name}`, "manifest.json");
  return { manifest, file, ...(derived === undefined ? {} : { derived }) };
}

/** Whether a key of the cache has many answers of a pool. Any other one has one answer. */
export const isAnswerSegment = (key: string): boolean => key.includes("/.segments/");

/** The area of the site that contains a key: a release's page, a file whose name contains its hash, or the front. Undefined for other keys. */
export function siteArea(key: string): "front" | "page" | "hashed" | undefined {
  if (!key.startsWith(TOP_FOLDERS.site)) return undefined;
  if (!key.startsWith(`${TOP_FOLDERS.site}r/`)) return "front";
  return /^site\/r\/[^/]+\/_astro\//.test(key) ? "hashed" : "page";
}

/** HELM's five files (helm/benchmark/runner.py), in the order in which it writes them. */
export const HELM_FILES = [
  "run_spec.json",
  "scenario.json",
  "scenario_state.json",
  "stats.json",
  "per_instance_stats.json",
] as const;
