/** The result of a query, as pages show it. */
export interface QueryResult {
  /** one sentence */
  readonly said: string;
  /** at most MOST_ROWS */
  readonly rows: readonly (readonly string[])[];
}

export interface BothResults {
  readonly title: string;
  readonly reference: QueryResult;
  readonly reply: QueryResult;
}

const MOST_ROWS = 10;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const cellText = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function rowsOf(all: readonly unknown[]): QueryResult {
  const rows = all.map((row) => (Array.isArray(row) ? row.map(cellText) : [cellText(row)]));
  const shown = rows.slice(0, MOST_ROWS);
  const more = rows.length > shown.length ? `, of which ${shown.length} are shown` : "";
  return {
    said: rows.length === 0 ? "No rows" : `${rows.length} ${rows.length === 1 ? "row" : "rows"}${more}`,
    rows: shown,
  };
}

function ownResult(value: unknown): QueryResult {
  if (!isRecord(value)) return { said: "Unknown", rows: [] };
  if (value["kind"] === "rows") return rowsOf(Array.isArray(value["rows"]) ? value["rows"] : []);
  if (value["kind"] === "abstained") return { said: "No query: the question cannot be answered", rows: [] };
  return { said: `Not executed: ${cellText(value["reason"] ?? "unknown")}`, rows: [] };
}

/** Reads the results of the reference's query and of the reply's from the annotations of EHRSQL: by the authors' rules, and as HELM runs them. */
export function queryResults(annotations: Readonly<Record<string, unknown>>): BothResults[] {
  const { medhelm_ehr_sql: own, ehr_sql: helm } = annotations;
  return [
    ...(isRecord(own)
      ? [
          {
            title: "Results by the rules of the data set's authors (corrected scoring)",
            reference: ownResult(own["gold"]),
            reply: ownResult(own["predicted"]),
          },
        ]
      : []),
    ...(isRecord(helm) && Array.isArray(helm["ground_truth_result"]) && Array.isArray(helm["predicted_result"])
      ? [
          {
            title: "Results as HELM runs the queries (HELM scoring)",
            reference: rowsOf(helm["ground_truth_result"]),
            reply:
              typeof helm["query_error"] === "string"
                ? { said: `Not executed: ${helm["query_error"]}`, rows: [] }
                : rowsOf(helm["predicted_result"]),
          },
        ]
      : []),
  ];
}

/** The annotations that `queryResults` reads. */
export const QUERY_ANNOTATIONS: ReadonlySet<string> = new Set(["ehr_sql", "medhelm_ehr_sql"]);

/** The query that a reader took from a reply; undefined: none. */
export function queryOf(value: unknown): string | undefined {
  const query = isRecord(value) ? value["query"] : undefined;
  return typeof query === "string" ? query : undefined;
}
