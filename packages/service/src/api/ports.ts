import type { PriceList, QuotedBenchmark } from "@medhelm/core/money/make-quote";
import type { Clock, Index, Log, ObjectStore, Queue } from "@medhelm/core/ports";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import type { Quota, Scope, ServiceConf } from "@medhelm/core/service-conf";
import type { StoredSubmission, SubmissionRequest } from "@medhelm/core/submission";
import type { PoolStandings } from "../pools/pool-standings.ts";

/**
 * The caller. `owner` is part of object keys: letters, digits, ".", "_" and "-". Every principal may read its own and public objects;
 * `admin` may read and change everything.
 */
export interface Principal {
  readonly owner: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Organisations whose licensed data its runs may read. "all": the user of an embedded stack, who owns the data. No scope replaces it. */
  readonly organisations: ReadonlySet<string> | "all";
  /** Identifies the credential for limits and the audit log; not a secret. */
  readonly keyId: string;
  /** replaces the service's quota */
  readonly quota?: Quota;
}

/** Returns undefined if the request's headers have no valid credential. */
export type Authenticate = (headers: Headers) => Promise<Principal | undefined>;

/** One expanded run of a submission. Expanding its `description` again gives exactly this run. */
export type PlannedRun = StoredSubmission["runs"][number];

export interface CatalogModel {
  readonly name: string;
  readonly displayName: string;
  readonly deployments: readonly string[];
}

export interface ApiPorts {
  readonly objects: ObjectStore;
  readonly index: Index;
  /** Whether the index has a record of every object. Absent: it has, because the embedded stack builds it before the API starts. */
  isIndexBuilt?(): Promise<boolean>;
  readonly dispatchQueue: Queue;
  readonly releaseQueue: Queue;
  /** Gets back the dead letters that an operator sends again. */
  readonly aggregateQueue: Pick<Queue, "send">;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** Expands entries to runs. It reads only uploaded inputs, through `files`. @throws UserError if the submitter must change something */
  expand(request: SubmissionRequest, files: UserFiles): Promise<readonly PlannedRun[]>;
  readonly catalog: {
    benchmarks(): Promise<readonly Card[]> | readonly Card[];
    /** The facts of a quote about one benchmark. Undefined for a benchmark that its submission brings. */
    benchmark(name: string): Promise<QuotedBenchmark | undefined> | QuotedBenchmark | undefined;
    models(): Promise<readonly CatalogModel[]> | readonly CatalogModel[];
  };
  /** Absent: an embedded stack, whose keys name any organisation, and have no quota unless they have their own. */
  readonly service?: Pick<ServiceConf, "organisations" | "quota">;
  /** Prices of models and machines, for quotes and quotas. Absent: quotes have no dollars, and dollar quotas are not enforced. */
  readonly prices?: PriceList;
  /** Adds the pools in which runs wait to their states. Absent: there are no pools. */
  readonly pools?: PoolStandings;
  /**
   * True: the gateway passes on whole replies only, so a stream of events ends after the present state. The client asks again after the
   * reply's `retry`.
   */
  readonly repliesWhole?: boolean;
  /** True: the API answers 303 with a presigned address for a run's file, since a Lambda's answer is limited to 6 MB. */
  readonly presignsResults?: boolean;
  /** Returns the client's address as the gateway saw it, from hono's `c.env`; headers can be forged. Failed credentials are counted by address. */
  clientAddress?(env: unknown): string | undefined;
  /** Behind CloudFront: it adds one of these keys to each request. Absent: clients reach the API directly. */
  readonly edgeKeys?: readonly string[];
  /** Embedded stack: its addresses, e.g. "http://127.0.0.1:8787". Others in Host and Origin are refused, which prevents DNS rebinding. */
  readonly allowedOrigins?: readonly string[];
  /** Embedded stack: handles PUT /v1/uploads/*. The presigned address is the credential. */
  acceptUpload?(request: Request): Promise<Response>;
  /** Absent: no records are written. */
  readonly log?: Log;
  /** Reports a bug or an outage. The stack is logged here and never sent to the client. */
  report(error: unknown, request: { readonly method: string; readonly path: string }): void;
}
