import type { Request, RequestResult } from "./helm/scenario-state.ts";

/**
 * What the domain needs from outside, as types only. Every adapter passes the contract suite of its port
 * (packages/adapters/src/contract/).
 */

// ---- objects -------------------------------------------------------------------------------------------------

export type Body = Uint8Array | string;

export interface ObjectHead {
  readonly key: string;
  readonly sizeBytes: number;
  /**
   * Opaque; changes with every write of other bytes. Equal bytes written again may keep it (S3's is their MD5), so that records which
   * several writers compete for carry a nonce, a generation or a count.
   */
  readonly etag: string;
  readonly lastModifiedMs: number;
  /** The store's own clock at the time of this answer: leases expire by it, never by a host's clock. */
  readonly storeNowMs: number;
}
export interface StoredObject extends ObjectHead {
  readonly body: Uint8Array;
}
export type Condition = { readonly ifAbsent: true } | { readonly ifMatch: string };
/** `refused`: the condition did not hold (HTTP 412; If-Match on a missing key too). A 409 is retried inside the adapter. */
export type PutResult = { readonly outcome: "written"; readonly etag: string } | { readonly outcome: "refused" };
export type DeleteResult = "deleted" | "absent" | "refused";
export interface ByteRange {
  readonly start: number;
  /** exclusive */
  readonly end?: number;
}
export interface PresignOptions {
  readonly method: "PUT" | "GET";
  readonly expiresInS: number;
  /** hex; the upload is refused where the bytes differ */
  readonly sha256?: string;
  readonly lengthBytes?: number;
}
/** Keys are "/"-separated, relative, without "." or ".." segments; every adapter refuses others. */
export interface ObjectStore {
  get(key: string): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** Throws when the key is missing. */
  stream(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Atomic: a reader sees the old or the new object, whole. A thrown error leaves it unknown whether the write took place. */
  put(key: string, body: Body | AsyncIterable<Uint8Array>, condition?: Condition): Promise<PutResult>;
  /** Throws when `from` is missing. */
  copy(from: string, to: string): Promise<void>;
  /** In byte order of the keys, those after `after` only. */
  list(prefix: string, options?: { readonly after?: string }): AsyncIterable<ObjectHead>;
  delete(key: string, condition?: { readonly ifMatch: string }): Promise<DeleteResult>;
  presign(key: string, options: PresignOptions): Promise<string>;
}

// ---- queues --------------------------------------------------------------------------------------------------

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  /** Proves the right to delete or extend; changes with each delivery. */
  readonly receipt: string;
  /** 1 at the first delivery */
  readonly receiveCount: number;
}
/** At least once, in no order. After `maxReceives` deliveries a message moves to the dead letters. */
export interface Queue {
  send(body: string, options?: { readonly delayMs?: number }): Promise<void>;
  receive(options: { readonly max: number; readonly waitMs: number }): Promise<QueueMessage[]>;
  /** Not an error when the receipt is stale: the message then comes again. */
  delete(receipt: string): Promise<void>;
  extend(receipt: string, visibilityMs: number): Promise<void>;
  depth(): Promise<{ readonly visible: number; readonly inFlight: number }>;
}

// ---- compute -------------------------------------------------------------------------------------------------

export interface JobRequest {
  /** Not unique in AWS Batch: the caller records the id that it gets, and looks a job up by name before it submits again. */
  readonly name: string;
  /** Which program: worker (model calls), aggregate (a run too large for the function), site (Astro build). */
  readonly definition: "worker" | "aggregate" | "site";
  readonly environment: Readonly<Record<string, string>>;
  /** A deployment with `served`: the job runs on its GPU class, with its model server beside the worker. Absent: CPU. */
  readonly served?: string;
  /** Environment names of the provider secrets that the job may read, sorted. Never beside `served`. */
  readonly secrets?: readonly string[];
  /** The organisation whose licensed data the job may read. */
  readonly organisation?: string;
  /** Whose work it is: the queues share the machines fairly between owners. */
  readonly owner?: string;
  /** number of array children; absent = a single job */
  readonly arraySize?: number;
}
export type JobState = "waiting" | "running" | "succeeded" | "failed";
export interface Job {
  readonly id: string;
  readonly name: string;
  readonly state: JobState;
  readonly reason?: string;
}
export interface Compute {
  submit(request: JobRequest): Promise<{ readonly id: string }>;
  describe(id: string): Promise<Job | undefined>;
  /** By their ids; those that are not there are not among them. */
  describeAll(ids: readonly string[]): Promise<ReadonlyMap<string, Job>>;
  findByName(name: string): Promise<Job | undefined>;
  cancel(id: string, reason: string): Promise<void>;
}

// ---- models --------------------------------------------------------------------------------------------------

/** Token counts as the provider reports them; absent where it does not. */
export interface TokenUsage {
  readonly promptTokens?: number;
  readonly completionTokens?: number;
}
/** What one HTTP exchange with a model gave. */
export type ModelReply =
  | { readonly kind: "answer"; readonly result: RequestResult; readonly usage: TokenUsage }
  | { readonly kind: "failure"; readonly failure: ModelFailure };
export interface ModelFailure {
  readonly reason:
    | "rate_limited"
    | "server_error"
    | "connection"
    | "timeout"
    | "unreadable" // 200, but no chat completion in it
    | "content_filter"
    | "auth" // the key is refused: the run stops, it is not the candidate's failure
    | "no_such_model" // 404: the same
    | "bad_request";
  /** One sentence for the user, without any key or prompt text. */
  readonly message: string;
  readonly isRetriable: boolean;
  /** From Retry-After. */
  readonly retryAfterMs?: number;
  readonly httpStatus?: number;
}
/** One deployment, ready to be asked. Never throws for what a server does; throws only when `signal` aborts. */
export interface ModelClient {
  /** The exact JSON that `ask` would send: part of the request key, so that nothing is paid twice and nothing stale is reused. */
  wireBody(request: Request): Readonly<Record<string, unknown>>;
  /** e.g. "http://127.0.0.1:8000/v1/chat/completions": part of the request key. */
  readonly endpoint: string;
  /** "chat" | "completions" | "builtin": part of the request key. */
  readonly flavour: string;
  ask(request: Request, options: { readonly signal: AbortSignal }): Promise<ModelReply>;
}

// ---- clock ---------------------------------------------------------------------------------------------------

export interface Clock {
  /** Unix milliseconds */
  nowMs(): number;
  /** Never goes back; for durations and deadlines. */
  monotonicMs(): number;
  /** Rejects when the signal aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  randomUuid(): string;
  /** [0, 1) for back-off jitter only: no result may depend on it. */
  random(): number;
}

// ---- encoders ------------------------------------------------------------------------------------------------

/** What a transformer makes of one text: the rows of one hidden layer, not normalised. */
export interface HiddenStates {
  /** Token ids, [CLS] and [SEP] included. */
  readonly ids: readonly number[];
  /** For each id: false for [CLS] and [SEP], also where the text spells them out. */
  readonly counts: readonly boolean[];
  readonly width: number;
  /** ids.length x width, row after row */
  readonly rows: Float32Array;
}
/** A text encoder on this machine, ready to use; what BERTScore compares. */
export interface Encoder {
  /** Stands in encoder_scores.json: numbers of two encoders are not comparable. */
  readonly identity: {
    /** "distilbert-base-uncased", or what tells it from that */
    readonly model: string;
    /** of the repository that it was downloaded from; "unknown" for a folder of the user's */
    readonly revision: string;
    readonly layer: number;
    /** hex, of the model's file */
    readonly sha256: string;
    /** hex, of tokenizer.json */
    readonly tokenizerSha256: string;
  };
  /** Cut at the encoder's longest input, as the model's own tokenizer cuts. */
  hiddenStates(text: string): Promise<HiddenStates>;
}
