import { createHash } from "node:crypto";
import type { ServerResponse } from "node:http";
import { json, serve } from "@medhelm/testing/fault-server";
import { isCanary } from "@medhelm/testing/models/canary";
import { onTestFinished } from "vitest";
import { z } from "zod";

const Body = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })),
});

export interface CountingStub {
  /** e.g. http://127.0.0.1:40000/v1 */
  readonly endpoint: string;
  /** request key -> number of answers */
  readonly answered: ReadonlyMap<string, number>;
  /** Records later requests with these keys in `askedAgain`: their answers are durable. */
  mustNotBeAsked(keys: Iterable<string>): void;
  /** keys of requests whose answers were durable already */
  readonly askedAgain: readonly string[];
  /** Resolves after this many further answers. The stub then answers nothing until `resume`. */
  pauseAfter(answers: number): Promise<{ resume(): void }>;
  totals(): {
    readonly requests: number;
    readonly answers: number;
    readonly duplicates: number;
    readonly faults: number;
  };
  /** The requests that ask which model answers. `totals` does not count them. */
  canaries(): number;
}

const LARGE_BYTES = 8e6;
const SLOW_MS = 1000;

/** Finds the request's key in the text of an answer, so that a stored answer identifies its request. */
export const KEY_IN_TEXT = /\bkey-([0-9a-f]{16})\b/;

/** A letter or, to a judge's prompt, a score for each criterion of the demo. */
function replyTo(prompt: string, key: string): string {
  const number = Number.parseInt(key.slice(0, 2), 16);
  if (!prompt.includes("<rubric_criteria>")) return `${"ABCD"[number % 4]} key-${key}`;
  const verdict = { score: 1 + (number % 5), explanation: `key-${key}` };
  return JSON.stringify({ accuracy: verdict, completeness: verdict, clarity: verdict });
}

function completion(model: string, prompt: string, key: string, call: object | undefined): object {
  const message = {
    role: "assistant",
    content: replyTo(prompt, key),
    ...(call === undefined ? {} : { tool_calls: [{ id: `call-${key}`, type: "function", function: call }] }),
  };
  const usage = { prompt_tokens: prompt.length, completion_tokens: 2, total_tokens: prompt.length + 2 };
  const choices = [{ index: 0, message, finish_reason: "stop" }];
  return { id: key, object: "chat.completion", created: 0, model, choices, usage };
}

/**
 * Starts an OpenAI-compatible server in the test's own process, so that a test can act at an exact moment.
 * An answer depends on model and prompt only. With `call`, the model is an agent: it makes this call of a tool in each reply. `faults`: of every 100
 * requests 5 get 429, 2 get 500, 1 loses its connection, 2 get a slow reply, and 1 gets 8 MB around the answer.
 */
export async function countingStub(options: {
  latencyMs: number;
  faults: boolean;
  call?: { readonly name: string; readonly arguments: string };
}): Promise<CountingStub> {
  const answered = new Map<string, number>();
  const forbidden = new Set<string>();
  const askedAgain: string[] = [];
  let pause: { readonly at: number; readonly reached: () => void; readonly over: Promise<void> } | undefined;
  let requests = 0;
  let answers = 0;
  let faults = 0;
  let canaries = 0;

  const fault = (place: number, response: ServerResponse): boolean => {
    const status = place % 20 === 7 ? 429 : place % 50 === 13 ? 500 : undefined;
    if (!options.faults || (status === undefined && place !== 31)) return false;
    faults++;
    if (status === undefined) response.destroy();
    else response.writeHead(status, { "retry-after-ms": "1" }).end('{"error":{"message":"a fault of the stub"}}');
    return true;
  };
  /** The same answer, a second later in two parts or with many bytes that mean nothing. */
  const send = async (reply: object, place: number, response: ServerResponse): Promise<void> => {
    response.setHeader("content-type", "application/json");
    const [isLarge, isSlow] = options.faults ? [place === 71, place % 50 === 23] : [false, false];
    const text = JSON.stringify(isLarge ? { padding: " ".repeat(LARGE_BYTES), ...reply } : reply);
    if (isLarge || isSlow) faults++;
    if (!isSlow) return void response.end(text);
    response.write(text.slice(0, 40));
    await new Promise((done) => setTimeout(done, SLOW_MS));
    response.end(text.slice(40));
  };
  const answer = async (body: string, response: ServerResponse): Promise<void> => {
    const { model, messages } = Body.parse(JSON.parse(body));
    const prompt = messages.map(({ content }) => content).join("\n");
    const key = createHash("sha256")
      .update(JSON.stringify([model, prompt]))
      .digest("hex")
      .slice(0, 16);
    const isCounted = !isCanary(body);
    if (!isCounted) canaries++;
    const place = isCounted ? ++requests % 100 : 0; // no fault at 0
    if (isCounted && forbidden.has(key)) askedAgain.push(key);
    if (fault(place, response)) return;
    await new Promise((done) => setTimeout(done, options.latencyMs));
    for (let held = isCounted ? pause : undefined; held !== undefined && answers >= held.at; held = pause)
      await held.over;
    await send(completion(model, prompt, key, isCounted ? options.call : undefined), place, response);
    if (!isCounted) return;
    answers++;
    answered.set(key, (answered.get(key) ?? 0) + 1);
    if (answers === pause?.at) pause.reached();
  };
  const server = await serve((request, body, response) => {
    if (request.method === "GET") json(response, 200, { data: [] });
    else void answer(body, response);
  });
  onTestFinished(server.close);
  return {
    endpoint: server.baseUrl,
    answered,
    askedAgain,
    mustNotBeAsked(keys) {
      for (const key of keys) forbidden.add(key);
    },
    async pauseAfter(more) {
      const reached = Promise.withResolvers<void>();
      const over = Promise.withResolvers<void>();
      pause = { at: answers + more, reached: reached.resolve, over: over.promise };
      await reached.promise;
      return {
        resume() {
          pause = undefined;
          over.resolve();
        },
      };
    },
    totals: () => ({ requests, answers, duplicates: answers - answered.size, faults }),
    canaries: () => canaries,
  };
}
