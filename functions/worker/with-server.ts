import { systemClock } from "@medhelm/adapters/system-clock";
import type { Log } from "@medhelm/core/ports";
import type { Models } from "@medhelm/service/models/models";
import { folderServer } from "@medhelm/service/models/server/folder-server";
import { serverBaseUrl, useModelServer } from "@medhelm/service/models/server/use-model-server";
import { waitForServer, watchServer } from "@medhelm/service/models/server/wait-for-server";
import type { Common } from "./environment.ts";

/** Works when the model's server answers, with models that reach it, until the signal aborts or the server ends. */
export async function workWithServer(
  env: Common,
  log: Log,
  models: Models,
  signal: AbortSignal,
  workWith: (models: Models, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const server = folderServer(serverBaseUrl(env.MEDHELM_SERVER_URL), env.MEDHELM_SERVER_FOLDER);
  const ports = { clock: systemClock, fetch, say: (line: string) => log("info", line) };
  await waitForServer(ports, server, { signal });
  const over = new AbortController();
  const stop = AbortSignal.any([signal, over.signal]);
  const watching = watchServer(ports, server, { signal: stop, onDeath: (died) => over.abort(died) });
  try {
    await workWith(useModelServer(models, server.baseUrl), stop);
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error; // a stopped request may throw any error
  } finally {
    over.abort();
    await watching;
  }
}
