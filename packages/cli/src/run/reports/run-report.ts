import { counted } from "@medhelm/core/text/counted";
import { join } from "node:path";
import { failedRequests, hasNoAnswer, type Manifest, ownJudges } from "@medhelm/core/release/runs/manifest";
import {
  allowedFailures,
  DEFAULT_MAX_FAILURES,
  type MaxFailures,
  maxFailuresText,
} from "@medhelm/core/run/max-failures";
import type { ReplyCounts } from "@medhelm/core/scoring/reply-tally";
import { profileNames } from "@medhelm/core/release/profile-names";
import { wordingOf } from "@medhelm/core/run/spec/wording";
import { RunStopped } from "@medhelm/core/run/asking/run-stopped";
import { duration } from "../../terminal/progress-line.ts";
import { isUserFixable } from "../../terminal/report-error.ts";
import { textTable } from "../../terminal/text-table.ts";
import type { MainScore } from "../../finished-runs/main-scores.ts";
import { jsonLine } from "../../terminal/json-line.ts";

/** The end of one run. */
export type RunReport =
  | {
      readonly kind: "scored";
      readonly run: string;
      /** the run's folder, as a user finds it */
      readonly path: string;
      readonly manifest: Manifest;
      readonly scores: readonly MainScore[];
      /** false: it was complete before, and no request was sent */
      readonly isNew: boolean;
      /** the time that this command worked on the run */
      readonly seconds: number;
    }
  | {
      readonly kind: "skipped";
      readonly run: string;
      readonly path: string;
      readonly manifest: Manifest;
    }
  | {
      readonly kind: "failed";
      readonly run: string;
      readonly path: string;
      readonly error: unknown;
      readonly seconds: number;
    };

/** A run of a service that has no scores: it failed, was cancelled, or goes on. */
export interface UnscoredRow {
  readonly kind: "unscored";
  readonly run: string;
  readonly state: string;
}

export type EndedRun = Exclude<RunReport, { kind: "failed" }>;
export type ScoredRun = Extract<RunReport, { kind: "scored" }>;

const HEADER = [
  "run",
  "metric",
  profileNames.helm,
  profileNames.corrected,
  "n",
  "failed",
  "cut",
  "refused",
  "unread",
  "judged",
  "prompts",
  "dollars",
  "time",
];

const UNKNOWN = "-";

/**
 * The table at the end of medhelm run: one row per run; "-" for what is unknown or was not measured. Columns in which nothing is known
 * are left out.
 */
export function runTable(reports: readonly (RunReport | UnscoredRow)[]): string {
  const rows = reports.map(rowOf);
  const isKnown = (_: string, i: number): boolean => rows.some((row) => (row[i] ?? UNKNOWN) !== UNKNOWN);
  return textTable(
    HEADER.filter(isKnown),
    rows.map((row) => HEADER.map((_, i) => row[i] ?? UNKNOWN).filter(isKnown)),
  );
}

function rowOf(report: RunReport | UnscoredRow): string[] {
  if (report.kind === "scored") return scoredRow(report);
  if (report.kind === "unscored") return [report.run, report.state];
  if (report.kind === "skipped") return [report.run, report.kind];
  const { run, error, seconds } = report;
  return HEADER.map((name) => {
    if (name === "run") return run;
    if (name === "metric") return failedText(error);
    return name === "time" ? duration(seconds) : UNKNOWN;
  });
}

/** The class of an error that the user can correct says nothing; its sentence is printed below the table. */
const failedText = (error: unknown): string =>
  isUserFixable(error) && !(error instanceof RunStopped) ? "failed" : `failed (${failureOf(error).reason})`;

function scoredRow({ run, manifest, scores, isNew, seconds }: ScoredRun): string[] {
  const { replies, costUsd } = manifest;
  return [
    run,
    manifest.mainMetric,
    scoreText(scores, "helm"),
    scoreText(scores, "corrected"),
    countsText(scores),
    String(failedRequests(manifest)),
    countText(replies?.cut),
    countText(replies?.refused),
    countText(replies?.unread),
    judgedText(manifest),
    wordingOf(manifest, manifest.judges) ?? UNKNOWN,
    costUsd === undefined ? UNKNOWN : costUsd.toFixed(4),
    isNew ? duration(seconds) : UNKNOWN,
  ];
}

/** E.g. "9 of 9", with the mark of a candidate that judged its own answers. */
function judgedText({ coverage: { verdictsAsked, verdictsScored }, judges }: Manifest): string {
  if (verdictsAsked === 0) return UNKNOWN;
  return `${verdictsScored} of ${verdictsAsked}${ownJudges(judges).length > 0 ? " (own judge)" : ""}`;
}

/** The score under a profile, or "-". */
function scoreText(scores: readonly MainScore[], profile: MainScore["profile"]): string {
  const score = scores.find((one) => one.profile === profile);
  if (score === undefined) return UNKNOWN;
  return meanText(score);
}

/** E.g. "0.170 [0.148, 0.195]"; without an interval the mean alone. */
export const meanText = ({ mean, low, high }: MainScore): string =>
  low === undefined || high === undefined
    ? mean.toFixed(3)
    : `${mean.toFixed(3)} [${low.toFixed(3)}, ${high.toFixed(3)}]`;

/** The values behind the means. Both are named if they differ. */
function countsText(scores: readonly MainScore[]): string {
  const counts = new Set(scores.map(({ n }) => n));
  return counts.size === 0 ? "0" : [...counts].join(" / ");
}

const countText = (count: number | undefined): string => (count === undefined ? UNKNOWN : String(count));

/** One line of JSON for machines: the manifest without its files, the scores, or the failure. */
export function reportJson(report: RunReport, suite: string, accepted: Accepted): string {
  const { kind, run, path } = report;
  if (kind === "scored") {
    const { manifest, scores, isNew, seconds } = report;
    const wording = wordingOf(manifest, manifest.judges);
    const own = ownJudges(manifest.judges);
    const judgedItself = own.length === 0 ? {} : { judgedItself: own };
    const failure = problemOf(report, accepted);
    const ends = { scores, ...(failure === undefined ? {} : { failure }), isNew, seconds, path };
    return jsonLine({ ...manifest, files: undefined, wording, ...judgedItself, ...ends });
  }
  if (kind === "skipped") return jsonLine({ suite, run, path, skipped: true, failure: problemOf(report, accepted) });
  return jsonLine({ suite, run, path, failure: failureOf(report.error) });
}

interface Failure {
  readonly reason: string;
  readonly message: string;
}

/** The reason of a failed run for machines. */
export function failureOf(error: unknown): Failure {
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof RunStopped) return { reason: error.reason, message };
  return { reason: error instanceof Error ? error.name : "Error", message };
}

export interface Accepted {
  readonly maxFailures?: MaxFailures | undefined;
  readonly protocol: "helm" | "fenced";
}

type Sealed = Pick<ScoredRun, "manifest">;

/**
 * Why the score of a sealed run measures nothing; undefined if it measures something, or if --max-failures accepts all failures. With
 * --protocol helm the user wants HELM's number, which counts empty and cut answers as wrong.
 */
export function noAnswerProblem(
  { manifest }: Sealed,
  { maxFailures = DEFAULT_MAX_FAILURES, protocol }: Accepted,
): Failure | undefined {
  const { coverage, replies } = manifest;
  const { requests } = coverage;
  if (protocol === "helm" || replies === undefined || !hasNoAnswer(manifest)) return undefined;
  if (allowedFailures(maxFailures, requests) >= requests) return undefined;
  return {
    reason: "no_answer",
    message: `0 of ${counted(requests, "request")} got ${withoutAnswerText(replies)}, so that the score measures no answer`,
  };
}

/** Why the score of a sealed run measures nothing, or less than --max-failures accepts. */
export const problemOf = (sealed: Sealed, accepted: Accepted): Failure | undefined =>
  noAnswerProblem(sealed, accepted) ?? failuresProblem(sealed, accepted);

/** A run may have been made with another limit. */
function failuresProblem({ manifest }: Sealed, { maxFailures = DEFAULT_MAX_FAILURES }: Accepted): Failure | undefined {
  const { requests, transient } = manifest.coverage;
  const failed = failedRequests(manifest);
  // for a run that its next start continues, this was printed before
  if (failed <= allowedFailures(maxFailures, requests) || transient !== undefined) return undefined;
  return {
    reason: "too_many_failures",
    message: `${failed} of ${counted(requests, "request")} got no answer when this run was made, and at most ${maxFailuresText(maxFailures)} may fail; ask them again with --retry-failed, or accept them with --max-failures 100%`,
  };
}

function withoutAnswerText(replies: ReplyCounts): string {
  if (replies.empty === 0 && replies.lostByCut === 0) return "an answer with text (withheld by the content filter)";
  if (replies.empty === 0) return "an answer that could be read before it was cut";
  const isMixed = (replies.withoutAnswer ?? 0) > replies.empty;
  return isMixed ? "an answer (some are empty, the others cut)" : `an answer with text${emptyKind(replies)}`;
}

/** The kind of all empty answers, e.g. " (only tool calls)"; empty if they are of several kinds. */
export function emptyKind(replies: ReplyCounts): string {
  const kinds = {
    cut: replies.lostByCut,
    "only thinking": replies.onlyThinking,
    "only tool calls": replies.onlyToolCalls,
  };
  const kind = Object.entries(kinds).find(([, count]) => count === replies.empty)?.[0];
  return kind === undefined ? "" : ` (${kind})`;
}

/** The folder in which a user finds the run's files. */
export const runPath = (outputPath: string, suite: string, run: string): string => join(outputPath, "runs", suite, run);
