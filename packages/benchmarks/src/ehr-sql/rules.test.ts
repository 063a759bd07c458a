import { expect, test } from "vitest";
import type { Result } from "./annotation.ts";
import { comparable } from "./cells.ts";
import { goldSql, helmSql } from "./extract-sql.ts";
import { postProcess } from "./post-process.ts";
import { readQuery } from "./read-query.ts";
import { roundHalfEven } from "./round.ts";
import { helmIsRight, ownOrHelms, score } from "./verdict.ts";

test.each([
  ["select 1;", "select 1;"],
  ["Sure: <SQL> select 1 </sql> and <sql>select 2</sql>", "select 1"],
  ["<sql>select 1<sql>", "select 1"],
  ["<sql>select 1", "<sql>select 1"],
  ["```sql\nselect 1\n```", "select 1"],
  ["sql\nselect 1", "select 1"],
])("HELM reads %j as %j", (reply, sql) => {
  expect(helmSql(reply)).toBe(sql);
});

test.each(["", " \n", "null", "NULL;", "''", '""', "<sql> </sql>", ";"])("the reply %j is an abstention", (reply) => {
  expect(readQuery(reply)).toMatchObject({ value: { abstains: true } });
});

const OPTIONS = "1. `select 1 from a;`\n2. `select 2 from a;`\n\n";

test.each([
  ["I recommend option 1.", "select 1 from a;"],
  ["I'd go with the second one.", "select 2 from a;"],
  ["My choice is the first.", "select 1 from a;"],
])("of several queries, %j names the one that counts", (words, query) => {
  expect(readQuery(OPTIONS + words)).toMatchObject({ value: { query } });
});

test.each(["I would not use option 2.", "Use option 1 if you need rows.", "I recommend option 3.", "Both work."])(
  "of several queries, %j names none",
  (words) => {
    expect(readQuery(OPTIONS + words)).toMatchObject({ kind: "unread" });
  },
);

test("in a reply with an explanation, the fenced query counts", () => {
  expect(readQuery("The query:\n```sqlite\nselect 1;\n```\nIt selects 1.")).toMatchObject({
    value: { query: "select 1;" },
  });
  expect(readQuery("```\nselect 1\n```")).toMatchObject({ value: { query: "select 1" } });
});

test("a reference without a query is null or empty", () => {
  expect([" select 1\n", "null", "NULL;", ""].map(goldSql)).toEqual(["select 1", undefined, undefined, undefined]);
});

test("a query is prepared: one line, joined operators, a fixed present, and ranges of vital signs", () => {
  expect(postProcess("select  a\nfrom t where b > = 1 and CURRENT_DATE ! = 'now'")).toBe(
    "select a from t where b >= 1 and '2105-12-31' != '2105-12-31 23:59:00'",
  );
  expect(postProcess("select DATE_SUB(NOW(), INTERVAL 1 MONTH), DATE_ADD(x, INTERVAL 3 DAY)")).toBe(
    "select datetime('2105-12-31 23:59:00', '-1 month'), datetime(x, '+3 days')",
  );
  expect(postProcess("where x between heart_rate_lower and heart_rate_upper")).toBe("where x between 60.0 and 100.0");
  expect(postProcess("where x between pulse_lower and pulse_upper")).toBe(
    "where x between pulse_lower and pulse_upper",
  );
});

test("numbers are equal after rounding to three places, for any type; the order of rows is free", () => {
  expect(
    comparable([
      ["5", 5n, 5.0004, null],
      [1, "b", "", "1e3"],
    ]),
  ).toEqual([
    ["1", "b", "", "1000"],
    ["5", "5", "5", "None"],
  ]);
  expect(comparable(Array.from({ length: 150 }, (_, i) => [i]))).toHaveLength(100);
  expect([0.0625, 0.1875, -0.0625, 2.0015, 1e22].map((x) => roundHalfEven(x, 3))).toEqual([
    0.062, 0.188, -0.062, 2.002, 1e22,
  ]);
});

const found = (...rows: string[][]): Result => ({ kind: "rows", rows });
const abstained: Result = { kind: "abstained" };
const failed: Result = { kind: "failed", reason: "x" };

test("an abstention scores 1 if the question cannot be answered and else 0, and a wrong answer scores -1", () => {
  expect(score({ gold: found(["1"]), predicted: found(["1"]) })).toBe(1);
  expect(score({ gold: found(), predicted: found() })).toBe(1);
  expect(score({ gold: found(["1"]), predicted: abstained })).toBe(0);
  expect(score({ gold: abstained, predicted: abstained })).toBe(1);
  expect(score({ gold: abstained, predicted: found() })).toBe(-1);
  expect(score({ gold: failed, predicted: failed })).toBe(-1);
});

const helm = (predicted_result: unknown[], ground_truth_result: unknown[]) => ({
  predicted_result,
  ground_truth_result,
  query_error: null,
});

test("HELM compares sets, gives no credit for an empty result, and reads only an empty reply as an abstention", () => {
  expect(helmIsRight(helm([[1], [2], [1]], [[2], [1]]), "x")).toBe(true);
  expect(helmIsRight(helm([["50"]], ["50"]), "x")).toBe(false);
  expect(helmIsRight(helm([], []), "select 0")).toBe(false);
  expect(helmIsRight(helm([], []), "")).toBe(true);
});

test("a HELM run is scored from HELM's annotation", () => {
  const ehr_sql = { predicted_result: [[1.00001]], ground_truth_result: [[1]], query_error: null };
  const own = ownOrHelms({ ehr_sql }, false, "select 1");
  expect(own && score(own)).toBe(1);
  const impossible = ownOrHelms({ ehr_sql: { ...ehr_sql, query_error: "x" } }, true, "null");
  expect(impossible && score(impossible)).toBe(1);
  expect(ownOrHelms({}, false, "select 1")).toBeUndefined();
});

test.each(["```\n", "***\n", "### Final Answer\n\n", "<answer>\n"])(
  "the first of two questions with queries counts after %j",
  (lead) => {
    const reply = `${lead}Question: How many?\nSQL: SELECT 1 FROM a\n\nQuestion: And now?\nSQL: SELECT 2 FROM a`;
    expect(readQuery(reply)).toMatchObject({ value: { query: "SELECT 1 FROM a" } });
  },
);
