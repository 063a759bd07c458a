/**
 * The object tree (docs/architecture.md), the same on disk and in S3: the one place where a key is spelled.
 * `suite` and `run` are folder names without "/".
 */
export const keys = {
  submission: (id: string) => `submissions/${id}/request.json`,
  submissionCancel: (id: string) => `submissions/${id}/cancel.json`,
  /** A worker of this submission has come to this run. */
  submissionStarted: (id: string, run: string) => `submissions/${id}/started/${run}.json`,
  /** A worker has settled this run for this submission. */
  submissionHandled: (id: string, run: string) => `submissions/${id}/handled/${run}.json`,
  /** Every run has ended: the sweep passes it by. */
  submissionDone: (id: string) => `submissions/${id}/done.json`,
  /** What the submission may still spend: slices taken by its workers with If-Match. */
  submissionBudget: (id: string) => `submissions/${id}/budget.json`,
  submissions: () => "submissions/",
  /** Everything of one submission. */
  submissionFiles: (id: string) => `submissions/${id}/`,
  /** How runs ended of which the sweep knows that they have. */
  submissionSettled: (id: string) => `submissions/${id}/settled.json`,
  /** Put before the request and deleted behind done.json: what the sweep looks at. */
  openSubmission: (id: string) => `submissions/.open/${id}.json`,
  openSubmissions: () => "submissions/.open/",
  /** When the sweep last looked whether each submission that is not done is among the open ones. */
  submissionsChecked: () => "submissions/.checked.json",
  /** Put before the request: an owner's submissions are listed without anybody else's, newest first. */
  ownSubmission: (owner: string, id: string) => `owners/${owner}/submissions/${id}.json`,
  ownSubmissions: (owner: string) => `owners/${owner}/submissions/`,
  idempotency: (owner: string, key: string) => `owners/${owner}/idempotency/${key}.json`,
  quota: (owner: string) => `owners/${owner}/quota.json`,
  /** What the owner's submissions of a month were allowed in advance, or have cost. */
  dollars: (owner: string, month: string) => `owners/${owner}/dollars/${month}.json`,
  /** month: YYYY-MM; one entry a (submission, run) and one a GPU job, each written as often as one likes */
  ledgerEntry: (owner: string, month: string, name: string) => `owners/${owner}/ledger/${month}/${name}.json`,
  ledger: (owner: string, month: string) => `owners/${owner}/ledger/${month}/`,
  /** sha256 of the API key; the key itself is stored nowhere */
  apiKey: (sha256: string) => `keys/${sha256}.json`,
  apiKeys: () => "keys/",
  /** day: YYYY-MM-DD */
  auditEntry: (day: string, id: string) => `audit/${day}/${id}.json`,
  audit: (day: string) => `audit/${day}/`,
  licensedData: (organisation: string, sha256: string) => `data/licensed/${organisation}/${sha256}`,
  publicData: (sha256: string) => `data/public/${sha256}`,
  /** BERTScore's encoder for workers on AWS: onnx/model.onnx and tokenizer.json, put there by the operator */
  encoder: () => "models/encoder/",
  weights: (repo: string, revision: string) => `models/${repo}@${revision}/`,
  suite: (suite: string) => `suites/${suite}.json`,
  suites: () => "suites/",
  inputs: () => "inputs/",
  /** Each owner's own copy: who knows only the sha256 of another's file has no way to its bytes. */
  input: (owner: string, sha256: string) => `inputs/${owner}/${sha256}`,
  /** scope: "public" or an owner; an answer to a gated or private prompt is never shared across owners */
  answer: (scope: string, requestKey: string) => `cache/${scope}/${requestKey}`,
  job: (submission: string, deployment: string, role: string) =>
    `jobs/${submission}/${deployment.replaceAll("/", "_")}-${role}.json`,
  jobs: (submission: string) => `jobs/${submission}/`,
  worksOf: (suite: string) => `work/${suite}/`,
  work: (suite: string, run: string) => `work/${suite}/${run}/`,
  lease: (suite: string, run: string) => `work/${suite}/${run}/lease.json`,
  /** The run's identity: runKey and its parts, written before the first request. */
  identity: (suite: string, run: string) => `work/${suite}/${run}/identity.json`,
  /** What the aggregator needs beside the scenario state. */
  assembly: (suite: string, run: string) => `work/${suite}/${run}/assembly.json`,
  progress: (suite: string, run: string) => `work/${suite}/${run}/progress.json`,
  /** A run-level failure with its reason. */
  failed: (suite: string, run: string) => `work/${suite}/${run}/failed.json`,
  /** A request that got no answer after its last retry. */
  outcome: (suite: string, run: string, requestKey: string) => `work/${suite}/${run}/outcomes/${requestKey}.json`,
  outcomes: (suite: string, run: string) => `work/${suite}/${run}/outcomes/`,
  runs: (suite: string) => `runs/${suite}/`,
  run: (suite: string, run: string) => `runs/${suite}/${run}/`,
  runFile: (suite: string, run: string, file: string) => `runs/${suite}/${run}/${file}`,
  manifest: (suite: string, run: string) => `runs/${suite}/${run}/manifest.json`,
  page: (suite: string, run: string, page: number) => `runs/${suite}/${run}/pages/${page}.json`,
  pageIndex: (suite: string, run: string) => `runs/${suite}/${run}/pages/index.json`,
  /** Where a re-opened run's old files go. HELM skips folders without run_spec.json one level below the suite. */
  previous: (suite: string, run: string, generation: number) => `runs/${suite}/.previous/${run}/${generation}/`,
  release: (release: string) => `releases/${release}/`,
  releaseFile: (release: string, file: string) => `releases/${release}/${file}`,
  releaseStaged: (release: string) => `releases/.staging/${release}.json`,
  releaseRequest: (release: string) => `release-requests/${release}.json`,
  releaseRequests: () => "release-requests/",
  /** Why the last attempt made no release. */
  releaseFailed: (release: string) => `release-failures/${release}.json`,
  site: (release: string) => `site/r/${release}/`,
  /** put after the pointer was switched: without it the site's job starts again */
  sitePublished: (release: string) => `site/r/${release}/published.json`,
  sitePointer: () => "site/latest.json",
  /** on AWS: sends on from "/" to the release that the pointer names */
  siteFrontPage: () => "site/index.html",
} as const;

/** HELM's five files (helm/benchmark/runner.py), in the order in which it writes them. */
export const HELM_FILES = [
  "run_spec.json",
  "scenario.json",
  "scenario_state.json",
  "stats.json",
  "per_instance_stats.json",
] as const;
