import { FAMILIES } from "./families.ts";
import { type Hostile, send } from "./hostile-server.ts";

const withTokens =
  (tokens: unknown): Hostile =>
  (socket, { family }) => {
    const answer = JSON.stringify(FAMILIES[family].answer({ text: "A", tokens: "TOKENS" }));
    send(socket, answer.replaceAll('"TOKENS"', typeof tokens === "string" ? tokens : JSON.stringify(tokens)));
  };
const latin1: Hostile = (socket, { family }) =>
  send(socket, Buffer.from(JSON.stringify(FAMILIES[family].answer({ text: "Fièvre", tokens: 1 })), "latin1"));

const objects = (count: number): string => `[${"{},".repeat(count)}{}]`;
const fields = (): string => `{${Array.from({ length: 200_000 }, (_, i) => `"k${i}":1`).join()}}`;

/** Servers whose HTTP is right, and whose body is not the requested one. */
export const BAD_BODY_SERVERS = {
  "sends an empty body": (socket) => send(socket, ""),
  "sends bad JSON": (socket) => send(socket, '{"choices": [,]}'),
  "sends truncated JSON": (socket) => send(socket, '{"choices": [{"message": {"content": "A'),
  "sends JSON of another shape": (socket) => send(socket, '{"ok": true}'),
  "sends a number": (socket) => send(socket, "1"),
  "sends null": (socket) => send(socket, "null"),
  "sends text that is not UTF-8": latin1,
  "sends a page with status 200": (socket) =>
    send(socket, "<!DOCTYPE html><html><body>Please sign in</body></html>", 200, { "content-type": "text/html" }),
  "sends no choices": (socket, { family }) => send(socket, JSON.stringify(FAMILIES[family].noChoice)),
  "sends null as content": (socket, { family }) => send(socket, JSON.stringify(FAMILIES[family].nullContent)),
  "sends a tool call only": (socket, { family }) => send(socket, JSON.stringify(FAMILIES[family].toolCall)),
  "counts negative tokens": withTokens(-5),
  "counts 1e300 tokens": withTokens("1e300"),
  "counts 10 million million tokens": withTokens(1e13),
  "counts tokens in words": withTokens(["many"]),
  "nests JSON 3 million levels deep": (socket) => send(socket, "[".repeat(3_000_000) + "]".repeat(3_000_000)),
  "sends 3 million empty objects": (socket) => send(socket, objects(3_000_000)),
  "sends 1 million empty objects": (socket) => send(socket, objects(1_000_000)),
  "sends 200,000 different fields": (socket) => send(socket, fields()),
  "lists names with escape sequences": (socket) =>
    send(socket, JSON.stringify({ data: [{ id: "\u001b[2J" }, { id: "qwen3-8b" }, { id: "a".repeat(1000) }] })),
  "sends an answer of 5 million characters": (socket, { family }) =>
    send(socket, JSON.stringify(FAMILIES[family].answer({ text: "A ".repeat(2_500_000), tokens: 1 }))),
  "sends duplicate headers": (socket, { family }) => {
    const body = JSON.stringify(FAMILIES[family].answer({ text: "A", tokens: 1 }));
    socket.write(
      `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
    );
  },
} satisfies Record<string, Hostile>;
