import { helmSql } from "@medhelm/benchmarks/ehr-sql/extract-sql";
import { postProcess } from "@medhelm/benchmarks/ehr-sql/post-process";
import { readQuery } from "@medhelm/benchmarks/ehr-sql/read-query";
import { withoutComments } from "@medhelm/benchmarks/ehr-sql/statements";
import { replyText } from "@medhelm/core/reading/text/reply-text";
import { found, type GroupReader } from "../group-reader.ts";

/** The query as it is prepared to run, without comments and without a semicolon at its end. */
const prepared = (query: string): string =>
  postProcess(withoutComments(replyText(query)).text)
    .replace(/\s+/g, " ")
    .replace(/[\s;]+$/, "")
    .trim();

export const sql: GroupReader<"sql"> = {
  helm: (reply) => {
    const query = helmSql(reply);
    return query === "" ? { abstains: true } : { query };
  },
  corrected: (reply) => found(readQuery(reply)),
  isEqual: (value, expected) =>
    "query" in value && "query" in expected
      ? prepared(value.query) === prepared(expected.query)
      : "query" in value === "query" in expected,
};
