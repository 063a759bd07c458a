import { once } from "node:events";
import type { Server } from "node:http";
import { z } from "zod";

/** Starts a server on a free port of 127.0.0.1. `close` ends its open connections, too. */
export async function listen(server: Server): Promise<{ readonly url: string; close(): Promise<void> }> {
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.int() }).parse(server.address());
  return {
    url: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
