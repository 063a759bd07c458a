import type { ReadImage } from "./helm/media.ts";
import type { Request, RequestResult } from "./helm/scenario-state.ts";
import type { TaskCall } from "./inference/tasks.ts";

/**
 * The ports of the domain: the interfaces to storage, queues, compute, models and the clock. This file holds types only.
 * Every adapter passes the contract suite of its port (packages/testing/src/contract/).
 */

// ---- objects -------------------------------------------------------------------------------------------------

export type Body = Uint8Array | string;

export interface ObjectHead {
  readonly key: string;
  readonly sizeBytes: number;
  /**
   * Opaque. It changes with every write of different bytes; a write of equal bytes may keep it, because S3's etag is their MD5.
   * Records that several writers compete for therefore contain a nonce, a generation or a count.
   */
  readonly etag: string;
  readonly lastModifiedMs: number;
  /** The store's own clock at the time of this reply. Leases expire by this clock, never by a host's clock. */
  readonly storeNowMs: number;
}
export interface StoredObject extends ObjectHead {
  readonly body: Uint8Array;
}
export type Condition = { readonly ifAbsent: true } | { readonly ifMatch: string };
/** `refused`: the condition did not hold (HTTP 412, also for If-Match on a missing key). The adapter retries a 409. */
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
  /** Hex. The store refuses an upload of other bytes. */
  readonly sha256?: string;
  readonly lengthBytes?: number;
}
/** Keys are relative and "/"-separated, without "." or ".." segments. Every adapter refuses other keys. */
export interface ObjectStore {
  get(key: string): Promise<StoredObject | undefined>;
  head(key: string): Promise<ObjectHead | undefined>;
  /** @throws Error when the key is missing */
  stream(key: string, range?: ByteRange): AsyncIterable<Uint8Array>;
  /** Atomic: a reader sees either the whole old object or the whole new one. After a thrown error the write may or may not have happened. */
  put(key: string, body: Body | AsyncIterable<Uint8Array>, condition?: Condition): Promise<PutResult>;
  /** @throws Error when `from` is missing */
  copy(from: string, to: string): Promise<void>;
  /** Lists the keys after `after` in byte order. */
  list(prefix: string, options?: { readonly after?: string }): AsyncIterable<ObjectHead>;
  /**
   * Lists the folders that start with a prefix: the rest of each name up to the next "/". They are in the byte order of their keys, after `after`.
   * Call listFolders of core/store, which replaces an absent method.
   */
  folders?(prefix: string, after?: string): Promise<readonly string[]>;
  delete(key: string, condition?: { readonly ifMatch: string }): Promise<DeleteResult>;
  /**
   * Deletes what writes below a prefix have left that did not end, such as those of killed processes; a write in progress fails. Absent:
   * the store keeps nothing of such a write among its objects.
   * @returns the number of writes
   */
  endUploads?(prefix: string): Promise<number>;
  presign(key: string, options: PresignOptions): Promise<string>;
}

// ---- index ---------------------------------------------------------------------------------------------------

/** A JSON value without undefined. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };
export interface IndexKey {
  /** Items that are queried together, e.g. "owner/ann/submissions". */
  readonly partition: string;
  /** Orders the items of a partition, in byte order. */
  readonly sort: string;
}
export interface IndexItem extends IndexKey {
  /** Small: the item stays below 100 kB. */
  readonly value: Json;
  /** Opaque. Every write changes it, also a write of an equal value. */
  readonly revision: string;
}
export type IndexCondition = { readonly ifAbsent: true } | { readonly ifRevision: string };
export type IndexWrite =
  | (IndexKey & {
      readonly kind: "put";
      readonly value: Json;
      readonly condition?: IndexCondition;
      /** Unix seconds. The item may be deleted after this time, and may still be read: readers check the time themselves. */
      readonly expiresAtS?: number;
    })
  | (IndexKey & { readonly kind: "delete"; readonly condition?: { readonly ifRevision: string } })
  /**
   * Adds to a counter, an item with the value {count}; an absent counter is 0. Refused if the sum would exceed `atMost`.
   * A counter is changed by no other kind of write than add and delete.
   */
  | (IndexKey & { readonly kind: "add"; readonly amount: number; readonly atMost?: number })
  /** Writes nothing: the transaction takes place only if the condition holds. */
  | (IndexKey & { readonly kind: "check"; readonly condition: IndexCondition });
/** `failed`: positions of the writes whose conditions did not hold; nothing was written. */
export type IndexResult =
  | { readonly outcome: "written" }
  | { readonly outcome: "refused"; readonly failed: readonly number[] };
export interface IndexQuery {
  /** only sort keys that begin with it */
  readonly prefix?: string;
  /** only sort keys after it, in the direction of the query */
  readonly after?: string;
  /** only sort keys before it in byte order, for a time that is due */
  readonly before?: string;
  readonly isDescending?: boolean;
  readonly limit: number;
}
/**
 * Small records with keys, conditions and transactions: what the service looks up, claims and counts. Objects remain the truth, and
 * `medhelm reindex` rebuilds the index from them. Every read sees all earlier writes.
 */
export interface Index {
  get(key: IndexKey): Promise<IndexItem | undefined>;
  /** The found items, in the order of the keys; at most 100 keys. */
  getAll(keys: readonly IndexKey[]): Promise<readonly IndexItem[]>;
  /** A page of a partition. `next` is the `after` of the next page; absent at the end. A page may be shorter than `limit`. */
  query(
    partition: string,
    query: IndexQuery,
  ): Promise<{ readonly items: readonly IndexItem[]; readonly next?: string }>;
  /**
   * All writes or none; 1 to 100 writes with distinct keys. After a thrown error they may or may not have taken place. The adapter
   * retries conflicts between transactions.
   */
  write(writes: readonly [IndexWrite, ...IndexWrite[]]): Promise<IndexResult>;
}

// ---- spill ---------------------------------------------------------------------------------------------------

/**
 * Keeps the bytes of one run outside of memory. Both calls block, because a walk over instances is synchronous; the bytes are usually
 * still in the page cache.
 */
export interface Spill {
  /** Returns the position of the first byte. */
  append(bytes: Uint8Array): number;
  /** Reads `length` bytes from a position within what was appended. */
  read(position: number, length: number): Buffer;
  /** Deletes the bytes. */
  close(): void;
}

// ---- threads -------------------------------------------------------------------------------------------------

/**
 * Computes the calls, on several threads where there are, and returns the results in the order of the calls. It takes a call when a thread is free, and
 * frees the arrays of its input afterwards, so that few inputs are in memory.
 */
export type ParallelMap = (calls: AsyncIterable<TaskCall> | Iterable<TaskCall>) => Promise<readonly Float64Array[]>;

// ---- queues --------------------------------------------------------------------------------------------------

export interface QueueMessage {
  readonly id: string;
  readonly body: string;
  /** Grants the right to delete or extend the message. It changes with each delivery. */
  readonly receipt: string;
  /** 1 at the first delivery */
  readonly receiveCount: number;
}
/** Delivers each message at least once, in no order. After `maxReceives` deliveries a message moves to the dead letters. */
export interface Queue {
  send(body: string, options?: { readonly delayMs?: number }): Promise<void>;
  /** `signal` ends the wait early, where the queue can. */
  receive(options: {
    readonly max: number;
    readonly waitMs: number;
    readonly signal?: AbortSignal;
  }): Promise<QueueMessage[]>;
  /** A stale receipt is not an error: the queue then delivers the message again. */
  delete(receipt: string): Promise<void>;
  extend(receipt: string, visibilityMs: number): Promise<void>;
  depth(): Promise<{ readonly visible: number; readonly inFlight: number }>;
}

// ---- compute -------------------------------------------------------------------------------------------------

export interface JobRequest {
  /** Not unique in AWS Batch. The caller records the job's id, and searches by name before it submits the same job again. */
  readonly name: string;
  /** The program to run: worker (model calls), aggregate (a run that is too large for the function), release (its files) or site (Astro build). */
  readonly definition: "worker" | "aggregate" | "release" | "site";
  readonly environment: Readonly<Record<string, string>>;
  /** The name of a deployment with `served`: the job runs its model server next to the worker, on the GPU class. Absent: a CPU job. */
  readonly served?: string;
  /** Environment names of the provider secrets that the job may read, sorted. A job with `served` has no secrets. */
  readonly secrets?: readonly string[];
  /** The organisation whose licensed data the job may read. */
  readonly organisation?: string;
  /** The owner of the submission. The job queues share the machines fairly between owners. */
  readonly owner?: string;
  /** The pool whose worker the job is, in place of an owner. `isFurther`: the pool has another worker, so that all other jobs come first. */
  readonly pool?: { readonly deployment: string; readonly isFurther: boolean };
  /** The number of array children. Absent: a single job. */
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
  /** Maps each id to its job. Unknown ids are absent from the map. */
  describeAll(ids: readonly string[]): Promise<ReadonlyMap<string, Job>>;
  /** All jobs of this name that the service still knows, the newest first. */
  findByName(name: string): Promise<readonly Job[]>;
  cancel(id: string, reason: string): Promise<void>;
}

// ---- models --------------------------------------------------------------------------------------------------

/** Token counts that the provider reports. A count that it does not report is absent. */
export interface TokenUsage {
  readonly promptTokens?: number;
  readonly completionTokens?: number;
}
/** A reply's own words about the model that wrote it. */
export interface ServerSays {
  /** The server's id of the model, e.g. "gpt-4o-2024-11-20" for a request to gpt-4o. */
  readonly model?: string;
  /** OpenAI's system_fingerprint. */
  readonly fingerprint?: string;
  /** True if the model thought, also if the thoughts are hidden. */
  readonly thought?: true;
  /** True if its token counts cannot be: negative, no whole number, or beyond any model. They are left out. */
  readonly hasWrongCounts?: true;
  /** The parts of the first completion that HELM drops for a request with stop sequences. */
  readonly lost?: LostParts;
}
export interface LostParts {
  readonly finishReason?: string;
  readonly thinking?: string;
}
/** The result of one HTTP exchange with a model. */
export type ModelReply =
  | {
      readonly kind: "answer";
      readonly result: RequestResult;
      readonly usage: TokenUsage;
      /** Absent: the reply says nothing about its model. */
      readonly server?: ServerSays;
    }
  | { readonly kind: "failure"; readonly failure: ModelFailure };
export interface ModelFailure {
  readonly reason:
    | "rate_limited"
    | "server_error"
    | "connection"
    | "timeout"
    | "unreadable" // status 200 without a chat completion in the body
    | "content_filter"
    | "auth" // the server refuses the key: the run stops, and the candidate is not blamed
    | "no_such_model" // 404: the run stops in the same way
    | "no_tools" // the request has tools, and the server takes none for the model: the run stops in the same way
    | "bad_request";
  /** One sentence for the user, without the key or the prompt. */
  readonly message: string;
  readonly isRetriable: boolean;
  /** Nothing answers at the address, or no API of this kind, so that the user corrects the address. */
  readonly isWrongAddress?: true;
  /** From Retry-After. */
  readonly retryAfterMs?: number;
  readonly httpStatus?: number;
}
/** A client of one deployment. `ask` returns every server error as a failure and throws only when `signal` aborts. */
export interface ModelClient {
  /**
   * The exact JSON that `ask` sends, apart from fields that the server refuses by name. It is part of the request key: equal requests
   * are paid once, changed ones are sent again. In place of the bytes of an image it has their sha256.
   */
  wireBody(request: Request): Readonly<Record<string, unknown>>;
  /** e.g. "http://127.0.0.1:8000/v1/chat/completions": part of the request key. */
  readonly endpoint: string;
  /** "chat" | "completions" | "builtin": part of the request key. */
  readonly flavour: string;
  /** The longest time for one exchange, if the client has one. */
  readonly timeoutMs?: number;
  /** The other server for which requests wait now, such as one of tokens, and for how long at most. Undefined: none. */
  waitsFor?(): { readonly host: string; readonly timeoutMs: number } | undefined;
  ask(
    request: Request,
    options: {
      readonly signal: AbortSignal;
      /** Reads the images of the request. Absent: the run has none. */
      readonly readImage?: ReadImage | undefined;
    },
  ): Promise<ModelReply>;
  /**
   * The weights that the server says it has for the model: Ollama's digest, or the name of vLLM's folder. Undefined if it says nothing.
   * Absent: the API cannot say it.
   * @throws Error if the server does not answer
   */
  weights?(signal: AbortSignal): Promise<string | undefined>;
}

// ---- log -----------------------------------------------------------------------------------------------------

export type LogLevel = "debug" | "info" | "warn" | "error";
/** The fields of a record: names of what it concerns. It holds names, counts and reasons, and no text of a prompt, an answer or a key. */
export interface LogFields {
  /** the part of the service that writes the record */
  readonly component?: string | undefined;
  readonly submission?: string | undefined;
  readonly suite?: string | undefined;
  readonly run?: string | undefined;
  readonly instance?: string | undefined;
  readonly deployment?: string | undefined;
  readonly role?: string | undefined;
  readonly release?: string | undefined;
  readonly job?: string | undefined;
  readonly [more: string]: string | number | boolean | undefined;
}
/** Writes one record. `message` is a fixed sentence, so that records of one kind can be counted. */
export type Log = (level: LogLevel, message: string, fields?: LogFields) => void;

// ---- traces --------------------------------------------------------------------------------------------------

/** A part of the work on a submission, with its times. Like a record of the log it holds no text of a prompt, an answer or a key. */
export interface Span {
  /** 32 hexadecimal digits, the same for all spans of a submission */
  readonly traceId: string;
  /** 16 hexadecimal digits */
  readonly spanId: string;
  /** absent: the submission itself */
  readonly parentId?: string;
  readonly name: "submission" | "run" | "prepare" | "ask" | "encode" | "write" | "aggregate" | "request" | "verdicts";
  readonly startMs: number;
  readonly endMs: number;
  readonly isFailed: boolean;
  readonly fields: LogFields;
}
export interface Tracer {
  record(span: Span): void;
  /** Sends what is recorded; it never rejects. */
  flush(): Promise<void>;
}

// ---- clock ---------------------------------------------------------------------------------------------------

export interface Clock {
  /** Unix milliseconds */
  nowMs(): number;
  /** Milliseconds that never decrease, for durations and deadlines. */
  monotonicMs(): number;
  /** Rejects with the signal's reason when it aborts. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  randomUuid(): string;
  /** A number in [0, 1) for back-off jitter. No result may depend on it. */
  random(): number;
}

// ---- encoders ------------------------------------------------------------------------------------------------

/** One hidden layer of a transformer for one text: one row per token, not normalised. */
export interface HiddenStates {
  /** Token ids, [CLS] and [SEP] included. */
  readonly ids: readonly number[];
  /** One flag per id: false for [CLS] and [SEP], even if the text itself contains them. */
  readonly counts: readonly boolean[];
  readonly width: number;
  /** ids.length x width, in row-major order */
  readonly rows: Float32Array;
}
/** A text encoder on this machine. BERTScore compares its hidden states. */
export interface Encoder {
  /** Written to encoder_scores.json, because scores of two encoders are not comparable. */
  readonly identity: {
    /** "distilbert-base-uncased", or another name that identifies the model */
    readonly model: string;
    /** The revision of the repository that it was downloaded from; "unknown" for a folder that the user gave. */
    readonly revision: string;
    readonly layer: number;
    /** The hex digest of the model's file. */
    readonly sha256: string;
    /** The hex digest of tokenizer.json. */
    readonly tokenizerSha256: string;
  };
  /**
   * The states of each text, in their order. Truncates a text to the encoder's longest input, as the model's own tokenizer does. Texts of one
   * call may share a computation, which can change the last bits of their rows. The signal ends the call between two computations.
   */
  hiddenStates(texts: readonly string[], signal?: AbortSignal): Promise<HiddenStates[]>;
}
