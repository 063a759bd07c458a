import { z } from "zod";
import { DataIndex } from "@medhelm/adapters/data/store-data-source";
import { JobRecord } from "@medhelm/core/jobs/job";
import { LeaseRecord } from "@medhelm/core/jobs/lease-record";
import { BudgetFile } from "@medhelm/core/money/budget-file";
import { LedgerEntry } from "@medhelm/core/money/ledger-entry";
import { Leaderboard } from "@medhelm/core/release/leaderboard/leaderboard";
import { Manifest } from "@medhelm/core/release/runs/manifest";
import { Page, PageIndex } from "@medhelm/core/release/pages/page";
import { DetailsPart, IdBucket, ListPart, RunList } from "@medhelm/core/release/runs/run-list";
import { ReleaseRecord } from "@medhelm/core/release/release-record";
import { ReleaseFailure, StoredRelease } from "@medhelm/core/release/release-request";
import { SealedRuns } from "@medhelm/core/release/runs/sealed-runs";
import { Scores } from "@medhelm/core/release/runs/scores";
import { StoredAnswer } from "@medhelm/core/run/asking/answers";
import { Assembly } from "@medhelm/core/run/assembly";
import { Identity } from "@medhelm/core/run/identity";
import { Progress, RunFailure } from "@medhelm/core/run/progress";
import { StoredSubmission, SubmissionCancel } from "@medhelm/core/submission";
import { Suite } from "@medhelm/core/suite";
import { Decision } from "@medhelm/service/aggregate/decide-attempt";
import { ApiKey } from "@medhelm/service/api/access/api-key";
import { AuditEntry } from "@medhelm/service/api/audit/audit-entry";
import { Claim } from "@medhelm/service/api/submissions/submit";
import { TreeFormat } from "@medhelm/service/migrate/tree-format";
import { ReleasePlan } from "@medhelm/service/release/release-plan";
import { Shard } from "@medhelm/service/release/release-shards";
import { SitePointer } from "@medhelm/service/release/site/pointer";
import { Done, Settled } from "@medhelm/service/submissions/submission-folder";
import { Handled } from "@medhelm/service/submissions/submission-run-state";
import { FailedOutcome } from "@medhelm/service/work/answers/durable-ask";

/** A kind of our own JSON objects in the object tree. */
export interface StoredKind {
  readonly kind: string;
  readonly keys: RegExp;
  readonly schema: z.ZodType;
  /** The format of the tree that alone has this kind; absent: both have it. */
  readonly only?: 1 | 2;
}

/** Written before the index. No program reads them any more: `medhelm reindex` derives the same amounts from the submissions. */
const Account = z.object({
  formatVersion: z.literal(1),
  submissions: z.record(z.string(), z.object({ microUsd: z.int().nonnegative(), id: z.string().exactOptional() })),
});
const Used = z.object({ formatVersion: z.literal(1), day: z.string(), runs: z.record(z.string(), z.int()) });

/** The kinds of the objects of one format of the tree. */
export const kindsOf = (format: 1 | 2): readonly StoredKind[] =>
  STORED_KINDS.filter(({ only = format }) => only === format);

/** Every kind of our own JSON objects that a program reads, with the reader's schema. */
export const STORED_KINDS: readonly StoredKind[] = [
  { kind: "answer", keys: /^cache\/[^/]+\/[0-9a-f]{64}$/, schema: StoredAnswer },
  { kind: "API key", keys: /^keys\/[0-9a-f]{64}\.json$/, schema: ApiKey },
  { kind: "assembly", keys: /^(?:work|runs)\/.*\/assembly\.json$/, schema: Assembly },
  { kind: "audit entry", keys: /^audit\/[^/]+\/[^/]+\.json$/, schema: AuditEntry },
  { kind: "budget", keys: /^submissions\/[^/]+\/budget\.json$/, schema: BudgetFile },
  { kind: "cancellation", keys: /^submissions\/[^/]+\/cancel\.json$/, schema: SubmissionCancel },
  { kind: "data index", keys: /^data\/.*\/index\.json$/, schema: DataIndex },
  { kind: "dollars of a month", keys: /^owners\/[^/]+\/dollars\/[^/]+\.json$/, schema: Account, only: 1 },
  { kind: "decision", keys: /^runs\/.*\/decision\.json$/, schema: Decision, only: 2 },
  { kind: "end of a submission", keys: /^submissions\/[^/]+\/done\.json$/, schema: Done },
  { kind: "failed request", keys: /^work\/[^/]+\/[^/]+\/outcomes\/[0-9a-f]{64}\.json$/, schema: FailedOutcome },
  { kind: "failed run", keys: /^work\/[^/]+\/[^/]+\/failed\.json$/, schema: RunFailure },
  { kind: "handled run", keys: /^submissions\/[^/]+\/handled\/[^/]+\.json$/, schema: Handled },
  { kind: "idempotency key", keys: /^owners\/[^/]+\/idempotency\/[^/]+\.json$/, schema: Claim },
  { kind: "identity", keys: /^work\/[^/]+\/[^/]+\/identity\.json$/, schema: Identity },
  { kind: "job", keys: /^jobs\/[^/]+\/[^/]+\.json$/, schema: JobRecord },
  { kind: "leaderboard", keys: /^releases\/(?!\.staging).*\/leaderboard\.json$/, schema: Leaderboard },
  { kind: "lease", keys: /^work\/[^/]+\/[^/]+\/lease\.json$/, schema: LeaseRecord },
  { kind: "ledger entry", keys: /^owners\/[^/]+\/ledger\/[^/]+\/[^/]+\.json$/, schema: LedgerEntry },
  { kind: "manifest", keys: /^runs\/.*\/manifest\.json$/, schema: Manifest },
  { kind: "page", keys: /\/pages\/(?:[^/]+\/)?\d+\.json$/, schema: Page },
  { kind: "list of a run's instances", keys: /\/pages\/(?:[^/]+\/)?list\.json$/, schema: RunList, only: 2 },
  { kind: "part of a list", keys: /\/pages\/(?:[^/]+\/)?list-\d+\.json$/, schema: ListPart, only: 2 },
  { kind: "bucket of ids", keys: /\/pages\/(?:[^/]+\/)?ids-\d+\.json$/, schema: IdBucket, only: 2 },
  { kind: "part with details", keys: /\/pages\/(?:[^/]+\/)?details-\d+\.json$/, schema: DetailsPart, only: 2 },
  { kind: "page index", keys: /\/pages\/(?:[^/]+\/)?index\.json$/, schema: PageIndex },
  { kind: "progress", keys: /^work\/[^/]+\/[^/]+\/progress\.json$/, schema: Progress },
  { kind: "release", keys: /^releases\/.*\/release\.json$/, schema: ReleaseRecord },
  { kind: "release failure", keys: /^release-failures\/[^/]+\.json$/, schema: ReleaseFailure },
  { kind: "release plan", keys: /^releases\/\.staging\/.*\/plan\.json$/, schema: ReleasePlan, only: 2 },
  { kind: "release request", keys: /^release-requests\/[^/]+\.json$/, schema: StoredRelease },
  { kind: "release shard", keys: /^releases\/\.staging\/.*\/shards\/\d+\.json$/, schema: Shard, only: 2 },
  { kind: "run quota", keys: /^owners\/[^/]+\/quota\.json$/, schema: Used, only: 1 },
  { kind: "scores", keys: /^runs\/.*\/scores\.json$/, schema: Scores },
  { kind: "sealed runs", keys: /^releases\/.*\/sealed-runs\.json$/, schema: SealedRuns, only: 2 },
  { kind: "settled runs", keys: /^submissions\/[^/]+\/settled\.json$/, schema: Settled },
  { kind: "site pointer", keys: /^site\/latest\.json$/, schema: SitePointer },
  { kind: "submission", keys: /^submissions\/[^/]+\/request\.json$/, schema: StoredSubmission },
  { kind: "suite", keys: /^suites\/[^/]+\.json$/, schema: Suite },
  { kind: "tree format", keys: /^format\.json$/, schema: TreeFormat, only: 2 },
];
