import type { PriceList } from "@medhelm/core/money/make-quote";
import type { Clock, ObjectStore, Queue } from "@medhelm/core/ports";
import type { UserFiles } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import type { Quota, Scope, ServiceConf } from "@medhelm/core/service-conf";
import type { StoredSubmission, SubmissionRequest } from "@medhelm/core/submission";

/** Who asks. `owner` is part of object keys: letters, digits, ".", "_" and "-". Any principal reads what it may see; `admin` may do and see all. */
export interface Principal {
  readonly owner: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Whose licensed data its runs may read. "all": the one user of an embedded stack, whose own data it is. No scope stands in for it. */
  readonly organisations: ReadonlySet<string> | "all";
  /** Which credential: for limits and the audit log, and no secret. */
  readonly keyId: string;
  /** in place of the service's */
  readonly quota?: Quota;
}

/** undefined: no valid credential in the request's headers */
export type Authenticate = (headers: Headers) => Promise<Principal | undefined>;

/** One run of a submission, expanded: `description` gives this run alone when expanded again. */
export type PlannedRun = StoredSubmission["runs"][number];

export interface CatalogModel {
  readonly name: string;
  readonly displayName: string;
  readonly deployments: readonly string[];
}

export interface ApiPorts {
  readonly objects: ObjectStore;
  readonly dispatchQueue: Queue;
  readonly releaseQueue: Queue;
  readonly clock: Clock;
  readonly authenticate: Authenticate;
  /** Reads uploaded inputs only, through `files`. @throws UserError for what the submitter must change. */
  expand(request: SubmissionRequest, files: UserFiles): Promise<readonly PlannedRun[]>;
  readonly catalog: {
    benchmarks(): Promise<readonly Card[]> | readonly Card[];
    models(): Promise<readonly CatalogModel[]> | readonly CatalogModel[];
  };
  /** A service with several owners: it has keys, quotas and rate limits. Absent: the embedded stack, one user with one token. */
  readonly service?: Pick<ServiceConf, "organisations" | "quota">;
  /** What models and machines cost, for quotes and quotas. Absent: quotes are without dollars, and no quota of dollars holds. */
  readonly prices?: PriceList;
  /** Files of runs are answered by 303 to a presigned address: a Lambda's answer has at most 6 MB, and a scenario state more. */
  readonly presignsResults?: boolean;
  /** Whence a request comes, as the gateway saw it and not as a header says, from hono's `c.env`: failed credentials are counted by it. */
  clientAddress?(env: unknown): string | undefined;
  /** Embedded stack: the values of Host that are answered, e.g. "127.0.0.1:8787"; else a web page could reach it by DNS rebinding. */
  readonly allowedHosts?: readonly string[];
  /** Embedded stack: takes PUT /v1/uploads/*, the store's presigned address being the credential. */
  acceptUpload?(request: Request): Promise<Response>;
  /** A bug or an outage: its stack goes here and never into a body. */
  report(error: unknown, request: { readonly method: string; readonly path: string }): void;
}
