import type { Socket } from "node:net";
import type { buildConnector } from "undici";

/** More bytes came for one request than any reply needs: an endless status line, blank lines or extensions of chunks, which undici discards. */
export const TOO_MANY_BYTES = "ERR_TOO_MANY_BYTES";

/**
 * Returns a connector whose connections are closed when more than `maxBytes` come for one request, the discarded ones included. The error has
 * the code TOO_MANY_BYTES.
 */
export function boundedConnector(connect: buildConnector.connector, maxBytes: number): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [error, socket] = result;
      if (error === null) closeAbove(socket, maxBytes);
      callback(...result);
    });
}

/** A connection has one request at a time, and each begins with bytes that are sent. */
function closeAbove(socket: Socket, maxBytes: number): void {
  let sent = socket.bytesWritten;
  let before = socket.bytesRead;
  let last = before;
  socket.on("readable", () => {
    if (socket.bytesWritten !== sent) before = last;
    sent = socket.bytesWritten;
    last = socket.bytesRead;
    if (last - before > maxBytes)
      socket.destroy(Object.assign(new Error("too many bytes for one request"), { code: TOO_MANY_BYTES }));
  });
}
