import { valueOf } from "@medhelm/core/reading/reading";
import { listItem, variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readQuery } from "./read-query.ts";

const QUERY = "SELECT count(*) FROM visit WHERE ward = 'B -- 2';";
const NONE = { abstains: true };

/** Replies with QUERY as the only query that they commit to. */
const QUERIES = [
  QUERY,
  `Here it is:\n\n\`\`\`sql\n${QUERY}\n\`\`\``,
  `<sql>${QUERY}</sql>`,
  `{"sql": "${QUERY}"}`,
  `SQL query: ${QUERY}`,
  `-- visits of one ward\n${QUERY}`,
  `SELECT name FROM visit;\n\nWait, that lists names. Corrected:\n\n${QUERY}`,
  `\`\`\`sql\nSELECT ward FROM visit;\n\`\`\`\nThe final query is:\n\`\`\`sql\n${QUERY}\n\`\`\``,
  `\`\`\`sql\nSELECT count(*) FROM bed;\n\`\`\`\nThis counts beds. To count visits:\n\`\`\`sql\n${QUERY}\n\`\`\``,
  `You can use \`${QUERY}\``,
  `I would not use SELECT name FROM visit. Use ${QUERY}`,
  `Don't use SELECT name FROM visit; it is slow. Use ${QUERY}`,
];
const ABSTENTIONS = [
  "null",
  "N/A",
  "```sql\n```",
  '{"query": null}',
  '{"answerable": false, "sql": "SELECT count(*) FROM visit;"}',
  "```\nIf one existed: SELECT dish FROM menu;\n```",
  "-- no such column",
  "I cannot answer this question.",
  "Nothing in the schema lets me answer this.",
  "Neither of the tables has a column for menus.",
  "There is no table of menus in this database.",
  "If there were a table of menus, the query would be:\n```sql\nSELECT dish FROM menu;\n```\nThe schema has no such table.",
];
/** Replies with neither a query nor an abstention. */
const OPEN = [
  "We need to join the tables visit and ward.",
  "Select the visits of the ward and count them.",
  "412",
  "SELECT ... FROM visit",
  "Which ward do you mean?",
  "```sql\nSELECT a FROM visit;\n```\nAlternatively:\n```sql\nSELECT b FROM visit;\n```",
  '<tool_call>{"name": "run", "arguments": {"query": "SELECT a FROM visit"}}</tool_call>',
];
const variants = (reply: string): string[] => [
  ...variantsOf(reply, "SELECT x FROM y;"),
  listItem(reply),
  reply.replaceAll("\n", "\r\n"),
];

test.each(QUERIES)("the query of %j is read, with thinking, markup and courtesy", (reply) => {
  const wrong = variants(reply).filter(
    (text) => JSON.stringify(valueOf(readQuery(text))) !== JSON.stringify({ query: QUERY }),
  );
  expect(wrong).toEqual([]);
});

test.each(ABSTENTIONS)("%j abstains, with thinking, markup and courtesy", (reply) => {
  const wrong = variants(reply).filter((text) => JSON.stringify(valueOf(readQuery(text))) !== JSON.stringify(NONE));
  expect(wrong).toEqual([]);
});

test.each(OPEN)("%j stays unread, with thinking, markup and courtesy", (reply) => {
  expect(variants(reply).filter((text) => valueOf(readQuery(text)) !== undefined)).toEqual([]);
});

const BARE = "SELECT count(*) FROM visit WHERE ward = 'B'";
test.each([
  `***\n${BARE}\n***`,
  `| Query |\n|---|\n| ${BARE} |`,
  `\\[ ${BARE} \\]`,
  `\\boxed{${BARE}}`,
  `[SQL]\n${BARE}\n[/SQL]`,
  `<p>${BARE}</p>`,
  `✅ ${BARE} 🎉`,
  `**${BARE}**`,
  `*${BARE}*`,
  `${BARE}\n(5 rows)`,
  `${BARE} # all visits`,
  `${BARE} // all visits`,
  `${BARE}\nGood luck!`,
  `${BARE}\n\nAnd that is the query.`,
  `${BARE}\nExplanation:\n- counts visits`,
  `mysql> ${BARE};\n+---+\n| 5 |\n+---+\n1 row in set (0.00 sec)`,
  `I would first use SELECT a FROM b, but the final query is:\n${BARE}`,
  `The query is \`${BARE}\`, which has the column \`ward\`.`,
  `${BARE};\n\nIf you want names instead, use:\nSELECT name FROM visit;`,
  `${BARE};\n\n-- Verify\nSELECT * FROM visit;`,
  `\`\`\`sql\nSELECT 1 FROM bed\n\`\`\`\nThe corrected version:\n\`\`\`sql\n${BARE}\n\`\`\``,
])("markup and remarks around a query do not run: %j", (reply) => {
  const reading = valueOf(readQuery(reply));
  expect(reading !== undefined && "query" in reading && reading.query.replace(/;$/, "").trim()).toBe(BARE);
});

test.each([
  "(SELECT a FROM b) UNION (SELECT c FROM d)",
  "WITH a AS (\n\n  SELECT 1\n\n),\n\nb AS (SELECT 2)\nSELECT * FROM a, b",
  "SELECT *\nFROM visit\n\nWHERE day < night AND ward > 2",
  "SELECT a FROM b WHERE c = '&amp;' OR c LIKE 'x\\_y' ESCAPE '\\'",
  "SELECT a FROM b WHERE c = '*** [/SQL] | # 1; -- </p>'",
  "SELECT a || '|' || b AS c\n  , d\nFROM t_1\n  t\nWHERE t.e = 1",
])("the text of a query stays as it is: %j", (query) => {
  expect(valueOf(readQuery(query))).toEqual({ query });
});

test.each([
  ["Step 1: SELECT id FROM ward\nStep 2: SELECT a FROM visit", undefined],
  ["SELECT a FROM b\nor\nSELECT c FROM d", undefined],
  ["Either `SELECT a FROM b` or `SELECT c FROM d` works.", undefined],
  ["Option 1: SELECT a FROM b\nOption 2: SELECT c FROM d", undefined],
  ["Cannot answer: SELECT 1", NONE],
])("%j is no query", (reply, value) => {
  expect(valueOf(readQuery(reply))).toEqual(value);
});

test("thinking that never ends leaves a query unread", () => {
  expect(readQuery(`<think>Maybe. ${QUERY}`)).toMatchObject({ kind: "unread", reason: "unfinished thinking" });
});

test("a comment inside of a query does not swallow the rest of it", () => {
  expect(valueOf(readQuery("SELECT name -- one each\nFROM visit /* all */ WHERE ward = 2"))).toEqual({
    query: "SELECT name  \nFROM visit   WHERE ward = 2",
  });
});

test("the steps name the stretches of the reply from which the query comes", () => {
  expect(readQuery("<think>x</think>```sql\nSELECT a FROM b;\n```")).toEqual({
    kind: "read",
    value: { query: "SELECT a FROM b;" },
    steps: [
      { step: "separated thinking", at: [[0, 16]] },
      { step: "found an answer", at: [[23, 39]] },
      { step: "read", at: [[23, 39]] },
    ],
  });
});

const LONG = 200_000;
test.each([
  "SELECT ",
  "SELECT a\n",
  "SELECT 'a' \n",
  "SELECT a FROM b;",
  "with a as (",
  "```\n",
  "<sql>",
  '{"sql": "',
  "/*",
  "--",
  "'",
  "no table ",
  "cannot be ",
  "\n",
  "(SELECT a ",
  "SELECT `a` ",
  "SELECT a\n\n",
])("a reply of many %j is read without a pattern that needs more time than its length", (unit) => {
  expect(["read", "unread"]).toContain(readQuery(unit.repeat(LONG / unit.length)).kind);
});

test("a text in other letters makes another query, which a correction replaces", () => {
  const reply =
    "SELECT a FROM b WHERE c = 'Medicare';\n\nWait, in small letters:\n\nSELECT a FROM b WHERE c = 'medicare';";
  expect(valueOf(readQuery(reply))).toEqual({ query: "SELECT a FROM b WHERE c = 'medicare';" });
});

test.each(["Sure! select a from b", "Here you go: select a from b"])(
  "a query in small letters may follow a courtesy: %j",
  (reply) => {
    expect(valueOf(readQuery(reply))).toEqual({ query: "select a from b" });
  },
);

test("a sentence that asks to select something is no query", () => {
  expect(valueOf(readQuery("You want patients. select the rows from the table you need."))).toBeUndefined();
});

test("20,000 objects without a query are read in linear time", () => {
  // with a quadratic rule they take a minute, and the runner stops it
  expect(valueOf(readQuery('```json {"query": null} ``` '.repeat(20_000)))).toEqual(NONE);
});
