import { readChatReply, readCompletionsReply } from "@medhelm/adapters/models/read-reply";
import { fenceAnswer } from "@medhelm/core/judge/reading/fence";
import { parseHelmReply } from "@medhelm/core/judge/reading/parse-helm";
import { parseStrictReply } from "@medhelm/core/judge/reading/parse-strict";
import { ownershipOf } from "@medhelm/core/judge/reading/quoted-verdict";
import { metReading } from "@medhelm/core/judge/rubric-items";
import { requestOf } from "@medhelm/testing/models/ask-recorded";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type CaseReader, caseReader } from "../../scripts/replies/case-reader.ts";
import { ownReplies } from "../../scripts/replies/files.ts";
import { CANDIDATE_GROUPS } from "./candidate-groups.ts";
import { fuzz } from "./fuzz.ts";
import { mutatedJson, mutatedReplies, mutatedTexts } from "./mutated.ts";

const own = ownReplies();

const fuzzReplies = ({ replies, read }: CaseReader): string | undefined =>
  fuzz(mutatedReplies(replies), 30, ({ at, value }) => read(value, at));

test.each(CANDIDATE_GROUPS)("a reply of the group %s that is mutated has a reading or none", (group) => {
  expect(fuzzReplies(caseReader(group, own[group]))).toBeUndefined();
});

const criteria = { accuracy: ["score", "explanation"], clarity: ["score", "explanation"] };
const imitable = { template: "<question>{QUESTION}</question><answer>{RESPONSE}</answer>", criteria };

test.each([
  ["verdict", caseReader("judge", own.judge)],
  ["grade", caseReader("grader", own.grader)],
])("a judge's %s that is mutated is read, or unreadable", (_what, reader) => {
  expect(fuzzReplies(reader)).toBeUndefined();
});

test("a text that is mutated is read by every reader of judges, and fenced for every judge", () => {
  const replies = [...(own.judge ?? []), ...(own.grader ?? []), ...(own.fence ?? [])].map(({ reply }) => reply);
  const fault = fuzz(mutatedReplies(replies), 30, ({ value: text }) => {
    parseStrictReply(text, criteria, { min: 1, max: 5 });
    parseHelmReply(text, criteria);
    metReading(text);
    fenceAnswer(text, imitable);
    ownershipOf(text, imitable).isOwn({ accuracy: 4 }, undefined);
  });
  expect(fault).toBeUndefined();
});

const CHAT = JSON.stringify({
  id: "a",
  model: "acme/one",
  system_fingerprint: "f",
  choices: [
    {
      index: 0,
      finish_reason: "stop",
      message: {
        role: "assistant",
        content: [{ type: "text", text: "B" }],
        reasoning_content: "hm",
        tool_calls: [{ id: "c", type: "function", function: { name: "look", arguments: '{"a": 1}' } }],
      },
      logprobs: { content: [{ token: "B", logprob: -0.1, top_logprobs: [] }] },
    },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 1, completion_tokens_details: { reasoning_tokens: 1 } },
});
const COMPLETIONS = JSON.stringify({
  model: "acme/one",
  choices: [
    { text: "B", finish_reason: "length", logprobs: { tokens: ["B"], token_logprobs: [null], text_offset: [0] } },
  ],
  usage: { prompt_tokens: 3, completion_tokens: 1 },
});
const unchanged = (text: string): string => text;

test.each([
  ["chat", CHAT, (raw: unknown) => readChatReply(raw, requestOf(), unchanged, true)],
  ["completions", COMPLETIONS, (raw: unknown) => readCompletionsReply(raw, requestOf(), unchanged)],
])("a model server's reply of %s that is mutated is an answer or a failure with its reason", (_api, text, read) => {
  const kinds = new Set<string>();
  const fault = fuzz(fc.oneof(mutatedJson(text), mutatedTexts(text)), 60, ({ value }) => {
    if (isJson(value)) kinds.add(read(JSON.parse(value)).kind);
  });
  expect(fault).toBeUndefined();
  expect(kinds).toContain("answer");
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
