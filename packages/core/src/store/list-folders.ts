import type { ObjectStore } from "../ports.ts";

/**
 * Lists the folders that start with a prefix: the rests of their names up to the next "/", in the byte order of the keys in them. In a
 * store without such a listing, each folder costs one request, because a folder may contain many objects.
 * @param after only folders after this rest of a name
 */
export async function listFolders(
  objects: ObjectStore,
  prefix: string,
  { after }: { readonly after?: string | undefined } = {},
): Promise<readonly string[]> {
  if (objects.folders !== undefined) return objects.folders(prefix, after);
  const names: string[] = [];
  for (let start = after === undefined ? undefined : endOfFolder(prefix, after); ; ) {
    const next = await firstKey(objects, prefix, start);
    if (next === undefined) return names;
    const [name = "", ...rest] = next.slice(prefix.length).split("/");
    if (rest.length > 0) names.push(name);
    start = rest.length > 0 ? endOfFolder(prefix, name) : next;
  }
}

/** A listing after this key skips all objects in the folder: "0" is the character after "/". */
export const endOfFolder = (prefix: string, name: string): string => `${prefix}${name}0`;

async function firstKey(objects: ObjectStore, prefix: string, after: string | undefined): Promise<string | undefined> {
  for await (const { key } of objects.list(prefix, after === undefined ? {} : { after })) return key;
  return undefined;
}
