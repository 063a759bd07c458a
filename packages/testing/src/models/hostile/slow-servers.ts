import { type Hostile, head, sendForever } from "./hostile-server.ts";

/** Servers that do not end. The client's time limit or its size limit ends the exchange. */
export const SLOW_SERVERS = {
  "accepts the request and is silent": () => {},
  "sends headers and is silent": (socket) => void socket.write(head(200, { "content-length": 100 })),
  "sends one byte from time to time": (socket) => {
    socket.write(head(200, { "content-length": 1_000_000 }));
    const timer = setInterval(() => socket.write(" "), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "sends one byte of a header from time to time": (socket) => {
    socket.write("HTTP/1.1 200 OK\r\nx-slow: ");
    const timer = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "sends one byte of a status line from time to time": (socket) => {
    socket.write("HTTP/1.1 200 ");
    const timer = setInterval(() => socket.write("a"), 20);
    socket.on("close", () => clearInterval(timer));
  },
  "says 103 Early Hints from time to time": (socket) => {
    const timer = setInterval(() => socket.write("HTTP/1.1 103 Early Hints\r\n\r\n"), 5);
    socket.on("close", () => clearInterval(timer));
  },
  "says 103 Early Hints for ever": (socket) =>
    sendForever(socket, Buffer.from("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(100))),
  "sends a status line without an end": (socket) => {
    socket.write("HTTP/1.1 200 ");
    sendForever(socket, Buffer.alloc(2 ** 20, "a"));
  },
  "sends line breaks without an end": (socket) => sendForever(socket, Buffer.alloc(2 ** 20, "\r\n")),
  "sends an extension of a chunk without an end": (socket) => {
    socket.write(`${head(200, { "transfer-encoding": "chunked" })}1;`);
    sendForever(socket, Buffer.alloc(2 ** 20, "a"));
  },
  "sends extensions of chunks without an end": (socket) => {
    socket.write(head(200, { "transfer-encoding": "chunked" }));
    sendForever(socket, Buffer.from(`1;${"a".repeat(4000)}\r\n \r\n`.repeat(100)));
  },
  "sends the zeros of a length without an end": (socket) => {
    socket.write(head(200, { "transfer-encoding": "chunked" }));
    sendForever(socket, Buffer.alloc(2 ** 20, "0"));
  },
  "sends trailers without an end": (socket) => {
    socket.write(`${head(200, { "transfer-encoding": "chunked" })}0\r\n`);
    sendForever(socket, Buffer.from("x-trailer: a\r\n".repeat(1000)));
  },
  "says 100 Continue for ever": (socket) =>
    sendForever(socket, Buffer.from("HTTP/1.1 100 Continue\r\n\r\n".repeat(100))),
  "sends a body without an end": (socket) => {
    socket.write(head(200));
    sendForever(socket, Buffer.alloc(2 ** 20, " "));
  },
  "sends a stream of events without an end": (socket) => {
    socket.write(head(200, { "content-type": "text/event-stream; charset=utf-8" }));
    sendForever(socket, Buffer.from('data: {"choices":[{"delta":{"content":"A"}}]}\n\n'));
  },
  "announces a body of 100 MB": (socket) => {
    socket.write(head(200, { "content-length": 100_000_000 }));
    sendForever(socket, Buffer.alloc(2 ** 20, " "));
  },
  "refuses with an error without an end": (socket) => {
    socket.write(head(400));
    sendForever(socket, Buffer.alloc(2 ** 20, " "));
  },
} satisfies Record<string, Hostile>;
