/** Answers every POST at once with the same chat completion, and sends its port to the parent process. */
import { createServer } from "node:http";

const REPLY = JSON.stringify({
  choices: [{ index: 0, message: { role: "assistant", content: "A" }, finish_reason: "stop" }],
  usage: { prompt_tokens: 300, completion_tokens: 1 },
});

const server = createServer((request, response) => {
  request.resume().on("end", () => {
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(REPLY) });
    response.end(REPLY);
  });
});
server.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address === "object") process.send?.(address.port);
});
