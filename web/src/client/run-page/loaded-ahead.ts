/** A file that the script of run/load-ahead.ts requested, once; undefined: it did not, or the file did not arrive. */
export async function loadedAhead(url: string): Promise<unknown> {
  const kept: unknown = Reflect.get(globalThis, "medhelmAhead");
  if (typeof kept !== "object" || kept === null) return undefined;
  const file: unknown = Reflect.get(kept, url);
  Reflect.deleteProperty(kept, url);
  return file;
}
