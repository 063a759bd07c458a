import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelServer } from "./wait-for-server.ts";

/**
 * The server's container beside the worker. In a folder that both see, its image (infra/server-image) writes what the server says to
 * `log`, and its exit status to `exit` when it ends. Without a folder its address alone tells of it.
 */
export function folderServer(baseUrl: string, folder: string | undefined): ModelServer {
  const fileOf = async (name: string): Promise<string | undefined> =>
    folder === undefined ? undefined : readFile(join(folder, name), "utf8").catch(() => undefined);
  return {
    baseUrl,
    async ended() {
      const status = await fileOf("exit");
      return status === undefined ? undefined : `exit code ${status.trim()}`;
    },
    lastLines: async () => (await fileOf("log"))?.trimEnd().split("\n") ?? [],
  };
}
