/**
 * Answers chat completions under http://127.0.0.1:PORT/<latency in ms>/v1 with a letter, and under /<latency in ms>/judge/v1 with a verdict. It
 * sends its port to the parent process, and answers each message with the number of completions since the last one. It reads requests by hand,
 * because Node's HTTP server would take as much of the machine as the measured client.
 */
import { createServer, type Socket } from "node:net";

const HEADERS_END = "\r\n\r\n";
const LETTERS = "ABCD";
/** as a text in JSON, which is part of the reply */
const VERDICT = String.raw`{\"quality\": {\"score\": 3, \"explanation\": \"It is short.\"}}`;
let answered = 0;

const server = createServer({ noDelay: true }, (socket) => {
  let received = Buffer.alloc(0);
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    received = received.subarray(answerAll(socket, received));
  });
  socket.on("error", () => socket.destroy());
});

/** Answers the complete requests. @returns the number of bytes that they have */
function answerAll(socket: Socket, received: Buffer): number {
  for (let start = 0; ; ) {
    const end = received.indexOf(HEADERS_END, start, "latin1");
    if (end < 0) return start;
    const head = received.toString("latin1", start, end);
    const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0);
    const after = end + HEADERS_END.length + length;
    if (after > received.length) return start;
    const latencyMs = Number(/^\S+ \/(\d+)\//.exec(head)?.[1] ?? 0);
    const isAsked = head.startsWith("POST ");
    const text = /^\S+ \/\d+\/judge\//.test(head) ? VERDICT : LETTERS.charAt(length % LETTERS.length);
    const reply = isAsked ? completion(text) : notFound;
    if (isAsked) answered++;
    if (latencyMs === 0) socket.write(reply);
    else setTimeout(() => socket.write(reply), latencyMs);
    start = after;
  }
}

const message = (status: string, body: string): string =>
  `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;

const completion = (text: string): string =>
  message(
    "200 OK",
    `{"id":"stub","object":"chat.completion","model":"stub-1","choices":[{"index":0,"message":{"role":"assistant","content":"${text}"},"finish_reason":"stop"}],"usage":{"prompt_tokens":150,"completion_tokens":1,"total_tokens":151}}`,
  );
const notFound = message("404 Not Found", '{"error":{"message":"not found"}}');

server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.(address.port);
});
process.on("message", () => {
  process.send?.(answered);
  answered = 0;
});
process.on("disconnect", () => process.exit());
