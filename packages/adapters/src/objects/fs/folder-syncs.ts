import { open } from "node:fs/promises";

/** Makes the names of a folder survive a power cut. Callers that wait for the same folder share the next sync. */
export function folderSyncs(): (folder: string) => Promise<void> {
  const running = new Map<string, Promise<void>>();
  const next = new Map<string, Promise<void>>();
  const start = (folder: string): Promise<void> => {
    const own = sync(folder).finally(() => {
      if (running.get(folder) === own) running.delete(folder);
    });
    running.set(folder, own);
    return own;
  };
  return (folder) => {
    const before = running.get(folder);
    if (before === undefined) return start(folder);
    const waiting = next.get(folder);
    if (waiting !== undefined) return waiting;
    const own = before
      .catch(() => undefined)
      .then(() => {
        next.delete(folder);
        return start(folder);
      });
    next.set(folder, own);
    return own;
  };
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
