import { correctedSql, helmSql } from "@medhelm/benchmarks/ehr-sql/extract-sql";
import { postProcess } from "@medhelm/benchmarks/ehr-sql/post-process";
import { type GroupReader, withoutSteps } from "../group-reader.ts";
import type { ValueOf } from "../reply-cases.ts";

type Value = ValueOf<"sql">;
const valueOf = (query: string | undefined): Value =>
  query === undefined || query === "" ? { abstains: true } : { query };
/** The query as it is prepared to run, without a semicolon at its end. */
const prepared = (query: string): string =>
  postProcess(query)
    .replace(/\s+/g, " ")
    .replace(/[\s;]+$/, "")
    .trim();

export const sql: GroupReader<"sql"> = {
  helm: (reply) => valueOf(helmSql(reply)),
  corrected: (reply) => withoutSteps(valueOf(correctedSql(reply))),
  isEqual: (value, expected) =>
    "query" in value && "query" in expected
      ? prepared(value.query) === prepared(expected.query)
      : "query" in value === "query" in expected,
};
