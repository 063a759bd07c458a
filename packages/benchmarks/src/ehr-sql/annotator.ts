import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { completionsOf } from "@medhelm/core/metrics/general-stats";
import { strip } from "@medhelm/core/metrics/python-text";
import { valueOf } from "@medhelm/core/reading/reading";
import type { AnnotatorFactory } from "@medhelm/core/run/annotator";
import type { SqlOutcome, SqlSession, SqlValue } from "@medhelm/core/run/sql-guard";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import type { HelmAnnotation, OwnAnnotation, Result } from "./annotation.ts";
import { comparable } from "./cells.ts";
import { goldSql, helmSql } from "./extract-sql.ts";
import { localData } from "./files.ts";
import { postProcess } from "./post-process.ts";
import { readQuery } from "./read-query.ts";
import { NO_QUERY } from "./verdict.ts";

export const EHR_SQL_ANNOTATOR = "helm.benchmark.annotation.ehr_sql_annotator.EhrSqlAnnotator";

const Extra = z.object({ value: z.record(z.string(), z.unknown()).catch({}), is_impossible: z.boolean().catch(false) });
/** The annotator keeps outcomes of at most this many rows, because it runs each query twice. */
const KEPT_ROWS = 200;

/**
 * Runs the queries of the reference and of the reply twice: as HELM does, and by the rules of 2024 with the authors' fixed
 * date.
 */
export const ehrSqlAnnotator: AnnotatorFactory = async (_spec, { data, sql }) => {
  const place = await data.open({ path: localData.path });
  const database = await place?.read("eicu.sqlite");
  if (database === undefined)
    throw new UserError(
      `ehr_sql: there is no ${localData.path}/eicu.sqlite in the folder of --data-dir; the benchmark needs ${localData.holds}; ${localData.obtain}`,
    );
  const session = await sql.open(database.bytes, database.label);
  const run = remembering(session);
  return {
    name: "ehr_sql",
    annotate: async (state, { signal }) => ({
      annotation: await helmAnnotation(state, (text) => run(text, signal)),
      details: await queryDetails(state, (text) => run(text, signal)),
    }),
    close: () => session.close(),
  };
};

type Run = (sql: string) => Promise<SqlOutcome>;

function remembering(session: SqlSession): (sql: string, signal: AbortSignal) => Promise<SqlOutcome> {
  const known = new Map<string, SqlOutcome>();
  return async (sql, signal) => {
    const before = known.get(sql);
    if (before !== undefined) return before;
    const outcome = await session.query(sql, signal);
    if (outcome.kind !== "rows" || outcome.rows.length <= KEPT_ROWS) known.set(sql, outcome);
    return outcome;
  };
}

async function helmAnnotation(state: RequestState, run: Run): Promise<HelmAnnotation> {
  const predictedSql = helmSql(completionsOf(state)[0].text);
  const predicted = predictedSql === "" ? undefined : await run(predictedSql);
  const gold = await run(strip(state.instance.references[0]?.output.text ?? ""));
  const { value } = Extra.parse(state.instance.extra_data ?? {});
  const rows = jsonRows(gold);
  return {
    predicted_result: predicted === undefined ? [] : jsonRows(predicted),
    // HELM: the question's parameters replace an empty result, as if they were the answer
    ground_truth_result: rows.length > 0 ? rows : Object.values(value),
    query_error: predicted === undefined ? "No query generated" : reasonOf(predicted),
  };
}

async function queryDetails(state: RequestState, run: Run): Promise<OwnAnnotation> {
  const gold = goldSql(state.instance.references[0]?.output.text ?? "");
  const { is_impossible } = Extra.parse(state.instance.extra_data ?? {});
  const result = async (sql: string): Promise<Result> => resultOf(await run(postProcess(sql)));
  const predicted = async (): Promise<Result> => {
    if (state.result?.success === false) return { kind: "failed", reason: "there is no answer" };
    const answer = valueOf(readQuery(completionsOf(state)[0].text));
    if (answer === undefined) return NO_QUERY;
    return "abstains" in answer ? ABSTAINED : result(answer.query);
  };
  return { gold: is_impossible || gold === undefined ? ABSTAINED : await result(gold), predicted: await predicted() };
}

const ABSTAINED: Result = { kind: "abstained" };

function resultOf(outcome: SqlOutcome): Result {
  if (outcome.kind === "rows") return { kind: "rows", rows: comparable(outcome.rows) };
  return { kind: "failed", reason: reasonOf(outcome) ?? "" };
}

function reasonOf(outcome: SqlOutcome): string | null {
  if (outcome.kind === "rows") return null;
  return outcome.kind === "error" ? outcome.message : `not executed: ${outcome.reason}`;
}

const jsonRows = (outcome: SqlOutcome): unknown[] =>
  outcome.kind === "rows" ? outcome.rows.map((row) => row.map(jsonCell)) : [];

function jsonCell(value: SqlValue): unknown {
  if (typeof value === "bigint") return Number(value);
  // JSON has no infinite number; the text is compared as the number
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  // HELM stops here, because it cannot write a blob into its JSON
  return value instanceof Uint8Array ? `b'${Buffer.from(value).toString("latin1")}'` : value;
}
