import { expect, test } from "vitest";
import { serverMessage } from "./server-message.ts";

const TOO_SMALL = "max_tokens must be at least 16";

test.each<[what: string, body: unknown]>([
  ["OpenAI's error object", { error: { message: TOO_SMALL, type: "invalid_request_error", param: "max_tokens" } }],
  ["an error that is a text", { error: TOO_SMALL }],
  ["a word before the sentence", { error: "ValueError", detail: TOO_SMALL }],
  ["a list of errors", { errors: [{ code: 7, message: TOO_SMALL }] }],
  ["a list of texts", { errors: [TOO_SMALL] }],
  ["a list around the error", [{ error: { code: 400, message: TOO_SMALL } }]],
  ["msg", { code: 40_001, msg: TOO_SMALL }],
  ["AWS's capital letter", { __type: "ValidationException", Message: TOO_SMALL }],
  [
    "FastAPI's list of faults",
    { detail: [{ loc: ["body", "max_tokens"], msg: TOO_SMALL, input: "A 54-year-old man" }] },
  ],
  ["a problem of RFC 9457", { type: "about:blank", title: "Bad Request now", status: 400, detail: TOO_SMALL }],
  ["Apigee's fault", { fault: { faultstring: TOO_SMALL, detail: { errorcode: "policies.ratelimit" } } }],
  ["OAuth's description", { error: "invalid_request", error_description: TOO_SMALL }],
  ["JSON in a text", { message: JSON.stringify({ error: { message: TOO_SMALL } }) }],
  ["a text", `${TOO_SMALL}\n`],
  ["a page", `<!doctype html><html><head><title>${TOO_SMALL}</title></head><body><h1>nginx</h1></body></html>`],
])("the server's words are found in %s", (_, body) => {
  expect(serverMessage(body)).toBe(TOO_SMALL);
});

test.each([
  ["the end of an answer", { choices: [{ message: { content: 5 }, finish_reason: "stop" }] }],
  ["an answer that breaks off", '{"choices": [{"message": {"content": "Mr Miller has'],
  ["two answers in lines", '{"choices": [{"text": "Mr Miller"}]}\n{"choices": [{"text": "Mrs Miller"}]}'],
])("%s is no message", (_, body) => {
  expect(serverMessage(body)).toBe("");
});

test("several faults of a list are joined", () => {
  expect(serverMessage({ detail: [{ msg: "Field required" }, { msg: "Input too long" }] })).toBe(
    "Field required, Input too long",
  );
});

test("the words of the provider behind a gateway follow those of the gateway", () => {
  const raw = JSON.stringify({ error: { message: TOO_SMALL } });
  expect(serverMessage({ error: { message: "Provider returned error", code: 400, metadata: { raw } } })).toBe(
    `Provider returned error, ${TOO_SMALL}`,
  );
});

test("a single word is better than nothing", () => {
  expect(serverMessage({ error: { message: "no" } })).toBe("no");
});

test.each<[what: string, body: unknown]>([
  ["an empty body", undefined],
  ["a number", 7],
  ["the request alone", { messages: [{ role: "user", content: "A 54-year-old man with pain" }] }],
  ["a page without a title", "<html><body>It works</body></html>"],
  ["bytes that are no text", "\uFFFD\uFFFDPNG"],
  ["fields of other types", { error: { message: { a: [1] }, code: {} } }],
])("%s says nothing", (_, body) => {
  expect(serverMessage(body)).toBe("");
});
