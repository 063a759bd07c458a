import { valueOf } from "@medhelm/core/reading/reading";
import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";

const abstains = { abstains: true };

test.each([
  ["The question is unanswerable. One might try `SELECT a FROM t`, but that does not give the premium paid.", abstains],
  ["I tried\n```sql\nSELECT a FROM t\n```\nbut t has no column a. The database cannot answer this.", abstains],
  ["SELECT a FROM t; -- no, that column does not exist\n\nnull", abstains],
  ["SELECT a FROM t is what I'd write if the column existed. It doesn't.", abstains],
  ["```sql\nSELECT a FROM t\n```\nThis does not handle ties, but answers the question.", { query: "SELECT a FROM t" }],
  ["Not `SELECT a FROM t` but `SELECT b FROM t`.", { query: "SELECT b FROM t" }],
  [
    "This looked unanswerable at first, but it follows from b:\n```sql\nSELECT b FROM t\n```\nThis is no medical advice.",
    { query: "SELECT b FROM t" },
  ],
  ["SELECT a FROM t\n\nProblem: there is no column a, so this cannot be answered.", abstains],
  ["```sql\nSELECT a FROM t\n```\n**Problem:** no such table exists, so the question is unanswerable.", abstains],
  ["SELECT a FROM t\n\nProblem: How many beds?\nSQL: SELECT 1 FROM beds", { query: "SELECT a FROM t" }],
  ["For example: `SELECT a FROM b`", undefined],
  ["Example: SELECT 1\n\nSELECT b FROM t", { query: "SELECT b FROM t" }],
  [
    "I considered\n```sql\nSELECT a FROM t\n```\nbut `a` does not exist in any table, so no valid query can be written.",
    abstains,
  ],
  ["The obvious query is\n```sql\nSELECT a FROM t\n```\nbut `a` is not in the schema. I abstain.", abstains],
  [
    "I began with\n```sql\nSELECT a FROM t\n```\nand then noticed that `a` does not exist. This is not answerable.",
    abstains,
  ],
  ["```sql\nSELECT a FROM t\n```\nThis would fail because a is not a column. It can't be answered.", abstains],
  ["```sql\nSELECT a FROM t\n```\nIf a does not exist in yours, it cannot be answered.", { query: "SELECT a FROM t" }],
  ["```sql\nSELECT a FROM t\n```\nSince `u` has no names, I used `t`.", { query: "SELECT a FROM t" }],
  ["无法根据给定的表结构回答该问题。", abstains],
  ["데이터베이스에 해당 정보가 없습니다.", abstains],
  ["Questa domanda non può avere risposta con lo schema dato.", abstains],
])("a query that the reply rejects is no answer: %j", (reply, answer) => {
  expect(valueOf(readQuery(reply))).toEqual(answer);
});

test.each(["Use this template: SELECT <column> FROM <table> WHERE <condition>;", "SELECT", "SELECT FROM t;"])(
  "a template without columns is no query: %j",
  (reply) => {
    expect(valueOf(readQuery(reply))).toBeUndefined();
  },
);
