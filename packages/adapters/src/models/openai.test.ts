import { afterEach, describe, expect, it } from "vitest";
import { type Handler, json, serve } from "@medhelm/testing/fault-server";
import {
  askOpenai,
  OPENAI_PROMPT,
  openaiDeployment,
  openaiRequest,
  says,
  stall,
} from "@medhelm/testing/models/ask-openai";
import { openaiClient } from "./openai.ts";

const { signal } = new AbortController();
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()));
});

const completes: Handler = (_, __, response) =>
  json(response, 200, {
    choices: [{ text: " B", finish_reason: "stop", logprobs: { tokens: [" B"], token_logprobs: [-0.5] } }],
  });
const completesAsLlamaCpp: Handler = (_, __, response) =>
  json(response, 200, {
    choices: [{ text: " B", finish_reason: "stop", logprobs: { content: [{ token: " B", logprob: -0.5 }] } }],
  });

describe("the request", () => {
  it("is HELM's raw chat request, field for field, without headers about this machine", async () => {
    let sent = "";
    let headers: Record<string, unknown> = {};
    await askOpenai((incoming, body, response) => {
      sent = body;
      headers = incoming.headers;
      json(response, 200, { choices: [{ message: { content: "A" }, finish_reason: "stop" }] });
    });
    expect(sent).toBe(
      `{"model":"b","messages":[{"role":"user","content":"${OPENAI_PROMPT}"}],"temperature":0,"top_p":1,"n":1,"stop":null,"max_tokens":5,"presence_penalty":0,"frequency_penalty":0}`,
    );
    expect(Object.keys(headers).toSorted()).toEqual([
      "accept",
      "authorization",
      "connection",
      "content-length",
      "content-type",
      "host",
    ]);
    expect(headers["authorization"]).toBe("Bearer sk-secret-key");
  });

  it("holds a conversation turn by turn, which a text completion refuses", () => {
    const messages = [
      { role: "user", content: "I cough." },
      { role: "assistant", content: "Since when?" },
      { role: "user", content: "Monday." },
    ];
    const talk = openaiRequest({ prompt: "", messages });
    const chat = openaiClient({ deployment: openaiDeployment("http://127.0.0.1:1/v1") });
    expect(JSON.stringify(chat.wireBody(talk))).toBe(
      `{"model":"b","messages":${JSON.stringify(messages)},"temperature":0,"top_p":1,"n":1,"stop":null,"max_tokens":5,"presence_penalty":0,"frequency_penalty":0}`,
    );
    const legacy = openaiClient({
      deployment: openaiDeployment("http://127.0.0.1:1/v1", { kind: "openai-completions" }),
    });
    expect(() => legacy.wireBody(talk)).toThrow("completes text, and this benchmark holds conversations");
  });

  it("has the same body as the request key", async () => {
    let sent: unknown;
    const server = await serve((_, body, response) => {
      sent = JSON.parse(body);
      json(response, 200, { choices: [{ message: { content: "A" } }] });
    });
    closing.push(() => server.close());
    const client = openaiClient({ deployment: openaiDeployment(server.baseUrl) });
    const asked = openaiRequest({ random: "7", stop_sequences: ["\n"] });
    await client.ask(asked, { signal });
    expect(client.wireBody(asked)).toEqual(sent);
  });

  it.each(["o3-mini", "gpt-5"])("omits for the reasoning model %s the fields that it refuses", (engine) => {
    const client = openaiClient({
      deployment: openaiDeployment("http://127.0.0.1:1/v1", { modelSent: engine, reasoningEffort: "low" }),
    });
    expect(client.wireBody(openaiRequest({ model: `openai/${engine}` }))).toEqual({
      model: engine,
      messages: [{ role: "user", content: OPENAI_PROMPT }],
      n: 1,
      max_completion_tokens: 5,
      reasoning_effort: "low",
    });
  });

  it("is HELM's legacy request for a text completion", () => {
    const client = openaiClient({
      deployment: openaiDeployment("http://127.0.0.1:1/v1", { kind: "openai-completions" }),
    });
    expect(client.endpoint).toBe("http://127.0.0.1:1/v1/completions");
    expect(client.wireBody(openaiRequest())).toEqual({
      model: "b",
      prompt: OPENAI_PROMPT,
      temperature: 0,
      n: 1,
      max_tokens: 5,
      best_of: 1,
      logprobs: 1,
      stop: null,
      top_p: 1,
      presence_penalty: 0,
      frequency_penalty: 0,
      echo: false,
    });
  });
});

describe("an answer", () => {
  it("has HELM's shape and the provider's token counts", async () => {
    expect(await askOpenai(says({ content: "A" }))).toEqual({
      kind: "answer",
      result: {
        success: true,
        embedding: [],
        completions: [{ text: "A", logprob: 0, tokens: [], finish_reason: { reason: "stop" } }],
        cached: false,
      },
      usage: { promptTokens: 7, completionTokens: 2 },
    });
  });

  it("has no key in the names that the server says", async () => {
    const names = { model: "m-sk-secret-key", system_fingerprint: "sk-secret-key" };
    const answer = await askOpenai((_, __, response) =>
      json(response, 200, { choices: [{ message: { content: "A" } }], ...names }),
    );
    expect(answer).toHaveProperty("server", { model: "m-[...]", fingerprint: "[...]" });
  });

  it("of null content has an empty text and the reasoning in `thinking`", async () => {
    expect(await askOpenai(says({ content: null, reasoning_content: "hm" }, "length"))).toMatchObject({
      result: { completions: [{ text: "", finish_reason: { reason: "length" }, thinking: { text: "hm" } }] },
    });
  });

  it("that refuses has the refusal as its text and finish reason", async () => {
    expect(await askOpenai(says({ content: null, refusal: "I cannot help." }))).toMatchObject({
      result: { completions: [{ text: "I cannot help.", finish_reason: { reason: "refusal" } }] },
    });
  });

  it("has tokens if the user's additions to the body ask for log probabilities", async () => {
    const server = await serve((_, __, response) =>
      json(response, 200, {
        choices: [{ message: { content: "B" }, logprobs: { content: [{ token: "B", logprob: -0.5 }] } }],
      }),
    );
    closing.push(() => server.close());
    const settings = { extraBody: { logprobs: true } };
    const asked = { ...openaiDeployment(server.baseUrl), settings };
    expect(await openaiClient({ deployment: asked }).ask(openaiRequest(), { signal })).toMatchObject({
      result: { completions: [{ text: "B", logprob: -0.5, tokens: [{ text: "B", logprob: -0.5 }] }] },
    });
    expect(
      await openaiClient({ deployment: openaiDeployment(server.baseUrl) }).ask(openaiRequest(), { signal }),
    ).toMatchObject({
      result: { completions: [{ text: "B", logprob: 0, tokens: [] }] },
    });
  });

  it.each([
    ["whose sum is no number", { tokens: ["B", "C"], token_logprobs: [-1e308, -1e308] }],
    ["for other tokens", { tokens: ["B", "C"], token_logprobs: [-0.5] }],
  ])("is kept without log probabilities %s", async (_, logprobs) => {
    const choices = [{ text: "B", logprobs }];
    const answer = await askOpenai((__, ___, response) => json(response, 200, { choices }), {
      client: { kind: "openai-completions" },
    });
    expect(answer).toMatchObject({ result: { completions: [{ text: "B", logprob: 0, tokens: [] }] } });
  });

  it.each(["openai-chat", "openai-completions"])("of %s is the choice of index 0", async (kind) => {
    const choices = ["C", "B"].map((text, i) => ({ index: 1 - i, text, message: { content: text } }));
    const answer = await askOpenai((_, __, response) => json(response, 200, { choices }), { client: { kind } });
    expect(answer).toMatchObject({ result: { completions: [{ text: "B" }, { text: "C" }] } });
  });

  it("is read from a reply with an empty name of a compression", async () => {
    const answer = await askOpenai((_, __, response) => {
      response.setHeader("content-encoding", "");
      json(response, 200, { choices: [{ message: { content: "B" } }] });
    });
    expect(answer).toMatchObject({ result: { completions: [{ text: "B" }] } });
  });

  it.each([
    ["a finish reason", { finish_reason: 7 }],
    ["log probabilities", { logprobs: { content: [{ token: 5 }] } }],
    ["thinking", { message: { content: "B", reasoning_content: 5, reasoning: {} } }],
    ["a refusal", { message: { content: "B", refusal: { a: 1 } } }],
  ])("is kept with %s of another type", async (_, more) => {
    const choices = [{ message: { content: "B" }, text: "B", ...more }];
    for (const kind of ["openai-chat", "openai-completions"])
      expect(
        await askOpenai((__, ___, response) => json(response, 200, { choices }), { client: { kind } }),
      ).toMatchObject({ result: { completions: [{ text: "B" }] } });
  });

  it.each(["text/plain", "application/octet-stream", ""])("is read from JSON of the type %j", async (type) => {
    const answer = await askOpenai((_, __, response) => {
      if (type !== "") response.setHeader("content-type", type);
      response.end(' {"choices":[{"message":{"content":"B"}}]}');
    });
    expect(answer).toMatchObject({ result: { completions: [{ text: "B" }] } });
  });

  it("has the replacement character instead of half an emoji", async () => {
    const answer = await askOpenai(says({ content: "A \ud83d" }));
    expect(answer).toMatchObject({ result: { completions: [{ text: "A \ufffd" }] } });
  });

  it("passes through the output processor of the deployment", async () => {
    const client = { outputProcessor: "remove_deepseek_r1_thinking" };
    expect(await askOpenai(says({ content: "<think>x</think>\n\nB" }), { client })).toMatchObject({
      result: { completions: [{ text: "B" }] },
    });
  });

  it("of a text completion carries its tokens and their log probability", async () => {
    expect(await askOpenai(completes, { client: { kind: "openai-completions" } })).toMatchObject({
      result: { completions: [{ text: " B", logprob: -0.5, tokens: [{ text: " B", logprob: -0.5 }] }] },
    });
  });

  it("of llama.cpp's text completion carries its tokens, which have the shape of a chat completion", async () => {
    expect(await askOpenai(completesAsLlamaCpp, { client: { kind: "openai-completions" } })).toMatchObject({
      result: { completions: [{ text: " B", logprob: -0.5, tokens: [{ text: " B", logprob: -0.5 }] }] },
    });
  });
});

it("an abort rejects with its reason before the server answers", async () => {
  const controller = new AbortController();
  const server = await serve(() => controller.abort(new Error("SIGTERM")));
  closing.push(() => server.close());
  const asking = openaiClient({ deployment: openaiDeployment(server.baseUrl) }).ask(openaiRequest(), {
    signal: controller.signal,
  });
  await expect(asking).rejects.toThrow("SIGTERM");
});

it("an abort rejects with its reason in the middle of a reply", async () => {
  const controller = new AbortController();
  const server = await serve((incoming, body, response) => {
    stall(incoming, body, response);
    setImmediate(() => controller.abort(new Error("SIGTERM")));
  });
  closing.push(() => server.close());
  const asking = openaiClient({ deployment: openaiDeployment(server.baseUrl) }).ask(openaiRequest(), {
    signal: controller.signal,
  });
  await expect(asking).rejects.toThrow("SIGTERM");
});
