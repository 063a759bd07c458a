/** The value of one SQLite cell. Integers are bigint, so that 5 and 5.0 differ. */
export type SqlValue = null | number | bigint | string | Uint8Array;

export type SqlOutcome =
  | { readonly kind: "rows"; readonly rows: readonly (readonly SqlValue[])[] }
  /** SQLite refused the query. The message is SQLite's own, as in Python's sqlite3. */
  | { readonly kind: "error"; readonly message: string }
  /** The guard stopped the query, e.g. because it ran too long or tried to write. */
  | { readonly kind: "stopped"; readonly reason: string };

/** One open database for queries that models wrote. Such queries may loop, write, attach files or allocate gigabytes. */
export interface SqlSession {
  /** Runs a query. Rejects only if `signal` aborts; every effect of the query itself is an outcome. */
  query(sql: string, signal: AbortSignal): Promise<SqlOutcome>;
  close(): Promise<void>;
}

/** Runs SQL that a model wrote, in another process. */
export interface SqlGuard {
  /** Opens a database; `label` names its file in messages. @throws UserError if the bytes are not an SQLite database */
  open(database: Uint8Array, label: string): Promise<SqlSession>;
}
