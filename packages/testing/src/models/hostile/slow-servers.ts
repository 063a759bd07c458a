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
  "says 100 Continue for ever": (socket) => sendForever(socket, Buffer.from("HTTP/1.1 100 Continue\r\n\r\n")),
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
