import { gzipSync } from "node:zlib";
import { FAMILIES } from "./families.ts";
import { type Hostile, head, send } from "./hostile-server.ts";

const answerOf = ({ family }: Parameters<Hostile>[1]): string =>
  JSON.stringify(FAMILIES[family].answer({ text: "A", tokens: 1 }));

/** 32 MB of spaces in 32 KB. */
const bomb = () => gzipSync(Buffer.alloc(32_000_000, " "));

/** Servers whose bytes are no right HTTP reply. */
export const BROKEN_TRANSPORT_SERVERS = {
  "closes the connection before headers": (socket) => void socket.end(),
  "resets the connection before headers": (socket) => void socket.resetAndDestroy(),
  "resets the connection in the middle": (socket) => {
    socket.write(`${head(200, { "content-length": 1000 })}{"choices"`, () => socket.resetAndDestroy());
  },
  "closes the connection in the middle": (socket) => {
    socket.end(`${head(200, { "content-length": 1000 })}{"choices"`);
  },
  "sends no HTTP": (socket) => void socket.end("SSH-2.0-OpenSSH_9.2p1\r\n"),
  "says 099": (socket) => void socket.end("HTTP/1.1 099 Odd\r\ncontent-length: 2\r\n\r\n{}"),
  "sends a broken chunk": (socket) => void socket.write(`${head(200, { "transfer-encoding": "chunked" })}zz\r\n{}`),
  "sends a header of 100 KB": (socket, received) =>
    send(socket, answerOf(received), 200, { "x-huge": "a".repeat(100_000) }),
  "sends 10,000 headers": (socket, received) =>
    send(
      socket,
      answerOf(received),
      200,
      Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`x-header-${i}`, "a"])),
    ),
  "sends two lengths": (socket, received) => {
    socket.write(`HTTP/1.1 200 OK\r\ncontent-length: 2\r\ncontent-length: 1000\r\n\r\n${answerOf(received)}`);
  },
  "sends a gzip bomb": (socket) => send(socket, bomb(), 200, { "content-encoding": "gzip" }),
  "sends a broken gzip": (socket) => send(socket, Buffer.from([31, 139, 8, 0, 1]), 200, { "content-encoding": "gzip" }),
  "switches to another protocol": (socket) =>
    void socket.write("HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n"),
} satisfies Record<string, Hostile>;
