import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { ModelServer } from "./wait-for-server.ts";

/**
 * The model server in a container next to the worker. Both share a folder: the server's image (infra/server-image)
 * writes the server's log to `log` and, when the server ends, its exit status to `exit`. Without a folder only the
 * address is known.
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
