import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prepared, RUN } from "./small-run.ts";
import { cliHere } from "./cli-here.ts";
import { answer, problem, type Reply, startModelServer } from "./model-server.ts";
import { testFolder } from "./cli.ts";

/** A reply of a server with this message. */
const withoutText = (message: object, finish_reason = "stop"): Reply => ({
  body: JSON.stringify({ choices: [{ index: 0, finish_reason, message: { role: "assistant", ...message } }] }),
});

test("a run whose answers are all empty exits with 1, and --json, --junit and the leaderboard say so", async () => {
  const server = await startModelServer(() => answer(""));
  const { cwd, run } = prepared();
  const { code, stdout, stderr } = await run(server.endpoint, "--json", "--junit", "report.xml");
  const message = "0 of 3 requests got an answer with text, so that the score measures no answer";
  expect({ code, failure: JSON.parse(stdout).failure }).toEqual({ code: 1, failure: { reason: "no_answer", message } });
  expect(stderr).toContain(`medhelm: ${message} (${RUN})\n`);
  expect(readFileSync(join(cwd, "report.xml"), "utf8")).toContain(`<failure type="no_answer" message="${message}"/>`);
  const summary = await cliHere("medhelm", ["summarize", "--suite", "s"], { cwd });
  expect(summary.stderr).toContain(
    `Every answer is empty, withheld or cut, so that the score measures no answer: ${RUN}.`,
  );
  expect((await run(server.endpoint)).code).toBe(1);
  expect((await run(server.endpoint, "--max-failures", "100%")).code).toBe(0);
  expect((await run(server.endpoint, "--protocol", "helm")).code).toBe(0);
});

test("a run whose answers were all withheld by a content filter exits with 1", async () => {
  const server = await startModelServer(() => problem(400, { message: "flagged", code: "content_filter" }));
  const { code, stderr } = await prepared().run(server.endpoint);
  expect(code).toBe(1);
  expect(stderr).toContain("3 of 3 answers were withheld by the provider's content filter");
  expect(stderr).toContain("got an answer with text (withheld by the content filter), so that");
});

test.each([
  ["invisible characters", answer("\u200b\u2060\ufeff"), "an answer with text"],
  [
    "cut before the answer",
    withoutText({ content: "Let me" }, "length"),
    "an answer that could be read before it was cut",
  ],
])("a run whose answers are all %s exits with 1", async (_, reply, what) => {
  const server = await startModelServer(() => reply);
  const { code, stderr } = await cliHere(
    "medhelm",
    ["run", "-r", "demo_questions:model=acme/model-1", "-m", "3", "--suite", "s", "--endpoint", server.endpoint],
    { cwd: testFolder() },
  );
  expect(code).toBe(1);
  expect(stderr).toContain(`0 of 3 requests got ${what}, so that the score measures no answer`);
});

test("a stored run ends as it would end now, also if it is skipped", async () => {
  const server = await startModelServer((body) =>
    body.includes("window") ? answer("Yes") : problem(400, { message: "not today" }),
  );
  const { run } = prepared();
  expect((await run(server.endpoint, "--max-failures", "100%")).code).toBe(0);
  const again = await run(server.endpoint);
  expect(again.code).toBe(1);
  expect(again.stderr).toContain(
    "2 of 3 requests got no answer when this run was made, and at most 5 % of the requests may fail; ask them again with --retry-failed, or accept them with --max-failures 100%",
  );
  expect((await run(server.endpoint, "--skip-completed-runs")).code).toBe(1);
  expect((await run(server.endpoint, "--max-failures", "100%", "--skip-completed-runs")).code).toBe(0);
});

test("one answer with text is enough for a score", async () => {
  const server = await startModelServer((body) => answer(body.includes("window") ? "Yes" : ""));
  const { code, stderr } = await prepared().run(server.endpoint);
  expect({ code, isNamed: stderr.includes("2 of 3 answers are empty") }).toEqual({ code: 0, isNamed: true });
});

test.each([
  [
    "only tool calls",
    withoutText({
      content: null,
      tool_calls: [{ id: "c", type: "function", function: { name: "f", arguments: "{}" } }],
    }),
    '3 of 3 answers contain only tool calls and no text; serve the model without tools, or forbid them with --extra-body \'{"tool_choice": "none"}\'',
  ],
  [
    "only tool calls",
    withoutText({ content: "", function_call: { name: "f", arguments: "{}" } }),
    "3 of 3 answers contain only tool calls and no text",
  ],
  [
    "only thinking",
    withoutText({ content: "", reasoning_content: "Hmm." }),
    "3 of 3 answers contain only thinking; give the model more room, or less reasoning effort",
  ],
  [
    "cut",
    withoutText({ content: "" }, "length"),
    "before an answer could be read; give the model more room, e.g. with --max-tokens 4096",
  ],
])("answers that are empty (%s) are named at the end with the cure", async (kind, reply, cure) => {
  const server = await startModelServer(() => reply);
  const { stderr } = await prepared().run(server.endpoint);
  expect(stderr).toContain(`3 instances, 3 of 3 answers empty (${kind}); exact_match 0.000`);
  expect(stderr).toContain(cure);
});

test("empty answers of an unknown cause are named at the end with the commands that show more", async () => {
  const server = await startModelServer(() => answer(""));
  const { stderr } = await prepared().run(server.endpoint);
  expect(stderr).toContain(
    `3 of 3 answers are empty; medhelm inspect benchmark_output/runs/s/${RUN} shows them, and medhelm models check acme/model-1 --endpoint ${server.endpoint} asks the model one question\n`,
  );
});

test.each([
  ["Thank you for the question.", "could not be read", " and how each was read"],
  ["I'm sorry, but I cannot answer this question.", "decline to answer", ""],
])("answers like %j are named at the end", async (text, fault, more) => {
  const server = await startModelServer(() => answer(text));
  const entries = ["-r", "demo_questions:model=acme/model-1", "-m", "3", "--suite", "s"];
  const { stderr } = await cliHere("medhelm", ["run", ...entries, "--endpoint", server.endpoint], {
    cwd: testFolder(),
  });
  expect(stderr.match(/\d of 3 answers .*/g)).toEqual([
    `3 of 3 answers ${fault}; medhelm inspect benchmark_output/runs/s/demo_questions:model=acme_model-1 shows them${more}`,
  ]);
});
