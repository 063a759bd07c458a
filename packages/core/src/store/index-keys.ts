import type { IndexKey } from "../ports.ts";

/**
 * Every partition and sort key of the index (decision 0012). No other file builds one. `id` is a submission's id, which sorts newest
 * first; `ordinal` is the position of a run in its submission; `month` is YYYY-MM and `day` YYYY-MM-DD (UTC).
 */
export const indexKeys = {
  /** One submission: its record and the states of its runs. */
  submission: (id: string) => `submission/${id}`,
  submissionMeta: (id: string): IndexKey => ({ partition: `submission/${id}`, sort: "meta" }),
  /** The state of one run. */
  runState: (id: string, ordinal: number): IndexKey => ({
    partition: `submission/${id}`,
    sort: `${RUN_STATES}${digits(ordinal, 6)}`,
  }),
  /**
   * How many runs of a part of the submission are in each state. Workers change these items at the same time, so a large submission has
   * up to 16.
   */
  runCounts: (id: string, ordinal: number): IndexKey =>
    countsKey(id, Math.floor(ordinal / RUNS_PER_COUNTS) % COUNTS_PER_SUBMISSION),
  allRunCounts: (id: string): IndexKey[] => Array.from({ length: COUNTS_PER_SUBMISSION }, (_, i) => countsKey(id, i)),

  /** The lines of GET /v1/submissions, newest first. */
  allSubmissions: () => "submissions",
  allSubmission: (id: string): IndexKey => ({ partition: "submissions", sort: id }),
  ownSubmissions: (owner: string) => `owner/${owner}/submissions`,
  ownSubmission: (owner: string, id: string): IndexKey => ({ partition: `owner/${owner}/submissions`, sort: id }),

  /** Submissions that the sweep reads again, in the order of their due times. */
  openWork: () => "open",
  openItem: (dueMs: number, id: string): IndexKey => ({ partition: "open", sort: `${dueTime(dueMs)}#${id}` }),
  /** The `before` of a query for work that is due: it includes work that is due at `nowMs`. */
  dueBefore: (nowMs: number) => dueTime(nowMs + 1),

  /** Submissions that want to know when a run is sealed. */
  waiting: (suite: string, run: string) => `waiting/${suite}/${run}`,
  waitingSubmission: (suite: string, run: string, id: string, ordinal: number): IndexKey => ({
    partition: `waiting/${suite}/${run}`,
    sort: `${id}/${digits(ordinal, 6)}`,
  }),

  allSuites: () => "suites",
  allSuite: (suite: string): IndexKey => ({ partition: "suites", sort: suite }),
  ownSuites: (owner: string) => `owner/${owner}/suites`,
  ownSuite: (owner: string, suite: string): IndexKey => ({ partition: `owner/${owner}/suites`, sort: suite }),
  /** The submissions to one suite, newest first, each with its runs; a large submission has several items. */
  suiteSubmissions: (suite: string) => `suite/${suite}/submissions`,
  suiteSubmission: (suite: string, id: string, firstOrdinal: number): IndexKey => ({
    partition: `suite/${suite}/submissions`,
    sort: `${id}/${digits(firstOrdinal, 6)}`,
  }),

  /** The submissions that have a run, newest first, by a hash of the run's name. */
  suiteRuns: (suite: string) => `suite/${suite}/runs`,
  suiteRun: (suite: string, hash: string, id: string, ordinal: number): IndexKey => ({
    partition: `suite/${suite}/runs`,
    sort: `${hash}/${id}/${digits(ordinal, 6)}`,
  }),

  allReleases: () => "releases",
  allRelease: (release: string): IndexKey => ({ partition: "releases", sort: release }),
  publishedReleases: () => "releases/published",
  publishedRelease: (release: string): IndexKey => ({ partition: "releases/published", sort: release }),
  /** Requested releases that have no site yet and have not failed. */
  openReleases: () => "releases/open",
  openRelease: (release: string): IndexKey => ({ partition: "releases/open", sort: release }),
  ownReleases: (owner: string) => `owner/${owner}/releases`,
  ownRelease: (owner: string, release: string): IndexKey => ({ partition: `owner/${owner}/releases`, sort: release }),

  /** The API keys of an owner, by their sha256. */
  ownKeys: (owner: string) => `owner/${owner}/keys`,
  ownKey: (owner: string, sha256: string): IndexKey => ({ partition: `owner/${owner}/keys`, sort: sha256 }),

  /** The counter of the runs that an owner submitted on one day. */
  runQuota: (owner: string, day: string): IndexKey => ({ partition: `owner/${owner}/quota`, sort: day }),
  runReservation: (owner: string, day: string, reservation: string): IndexKey => ({
    partition: `owner/${owner}/quota`,
    sort: `${day}/${reservation}`,
  }),

  /** The counter of an owner's reservations and costs of one month, in microUsd. */
  dollarTotal: (owner: string, month: string): IndexKey => ({
    partition: `owner/${owner}/dollars/${month}`,
    sort: "total",
  }),
  dollarReservation: (owner: string, month: string, reservation: string): IndexKey => ({
    partition: `owner/${owner}/dollars/${month}`,
    sort: `reservation/${reservation}`,
  }),

  /** The ledger entries of an owner's month. The name of an entry begins with its submission's id and "-". */
  usage: (owner: string, month: string) => `owner/${owner}/usage/${month}`,
  usageEntry: (owner: string, month: string, name: string): IndexKey => ({
    partition: `owner/${owner}/usage/${month}`,
    sort: name,
  }),

  /** The sums of the ledger entries of each submission in an owner's month. Workers change them at the same time, so a large submission has several. */
  usageSums: (owner: string, month: string) => `owner/${owner}/usage/${month}/sums`,
  usageSum: (owner: string, month: string, submission: string, part: number): IndexKey => ({
    partition: `owner/${owner}/usage/${month}/sums`,
    sort: `${submission}/${digits(part, 2)}`,
  }),

  /** The number of submissions with charges in an owner's month; older submissions may be missing in it. */
  usageCount: (owner: string, month: string): IndexKey => ({
    partition: `owner/${owner}/usage/${month}/count`,
    sort: "charged",
  }),

  /** Where an interrupted `medhelm reindex` continues. */
  reindexPosition: (): IndexKey => ({ partition: "reindex", sort: "position" }),
  /** Present: the index has a record of every object. */
  built: (): IndexKey => ({ partition: "index", sort: "built" }),

  /** The claims of a submission's jobs. */
  jobClaims: (submission: string) => `jobs/${submission}`,
  jobClaim: (submission: string, role: string, deployment: string): IndexKey => ({
    partition: `jobs/${submission}`,
    sort: `${role}#${deployment}`,
  }),
  /** The claim of the next job of a numbered series: the jobs of a release, a site or a large aggregation. */
  jobStart: (series: string): IndexKey => ({ partition: "starts", sort: series }),
} as const;

/** The prefix of the run states in a submission's partition. */
export const RUN_STATES = "run/";

/** The prefix of the counts of run states. They and the record precede the run states in a query. */
export const RUN_COUNTS = "counts/";
const RUNS_PER_COUNTS = 100;
const COUNTS_PER_SUBMISSION = 16;
const countsKey = (id: string, i: number): IndexKey => ({
  partition: `submission/${id}`,
  sort: `${RUN_COUNTS}${digits(i, 2)}`,
});

/** The ordinal of a run state's sort key. */
export const ordinalOf = (sort: string): number => Number(sort.slice(RUN_STATES.length));

const digits = (n: number, width: number): string => String(n).padStart(width, "0");
const dueTime = (ms: number): string => digits(ms, 13);
