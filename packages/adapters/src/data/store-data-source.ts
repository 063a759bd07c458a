import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { DataFile, DataSource, OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

export interface StoreDataOptions {
  readonly objects: ObjectStore;
  /** whose licensed data this process may read; absent: public data alone */
  readonly organisation?: string | undefined;
  /** What the store does not have: a download, mostly. */
  readonly otherwise: DataSource;
}

/**
 * data/public/index.json and data/licensed/<organisation>/index.json: a mirror's layout over files that lie under their checksums.
 * Needed for what is asked for by its place alone; a file with a pinned checksum is found without.
 */
export const DataIndex = z.object({
  formatVersion: z.literal(1),
  /** a file's place in a mirror (--data-dir), e.g. "clear/depression.csv" -> sha256 */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type DataIndex = z.infer<typeof DataIndex>;

export const DATA_INDEX = "index.json";

interface Shelf {
  key(sha256: string): string;
  index(): Promise<DataIndex["files"]>;
}

/**
 * Data sets that the operator has mirrored into the store: the organisation's licensed ones, then the public ones, then
 * `otherwise`. Only bytes of the checksum that they lie under are handed out.
 */
export function storeDataSource({ objects, organisation, otherwise }: StoreDataOptions): DataSource {
  const shelf = (key: (name: string) => string): Shelf => {
    let loaded: Promise<DataIndex["files"]> | undefined;
    return {
      key,
      index: () => (loaded ??= getJson(objects, key(DATA_INDEX), DataIndex).then((index) => index?.files ?? {})),
    };
  };
  const shelves: readonly Shelf[] = [
    ...(organisation === undefined ? [] : [shelf((name) => keys.licensedData(organisation, name))]),
    shelf(keys.publicData),
  ];

  const fetchFrom = async ({ key }: Shelf, sha256: string, label: string): Promise<SourceFile | undefined> => {
    const found = await objects.get(key(sha256));
    if (found === undefined) return undefined;
    const actual = sha256Hex(found.body);
    if (actual !== sha256) throw new UserError(`${key(sha256)} holds bytes of sha256 ${actual}: upload it again`);
    return { label, bytes: found.body, sha256 };
  };
  const fromShelf = async (shelved: Shelf, file: DataFile): Promise<SourceFile | undefined> => {
    const placed = (await shelved.index())[file.path];
    const isTaken = file.sha256 === undefined || file.isReported === true || placed === file.sha256;
    const sha256 = placed !== undefined && isTaken ? placed : file.sha256;
    return sha256 === undefined ? undefined : fetchFrom(shelved, sha256, file.path);
  };

  return {
    async read(file) {
      for (const shelved of shelves) {
        const found = await fromShelf(shelved, file);
        if (found !== undefined) return found;
      }
      return otherwise.read(file);
    },
    async open(place) {
      if (place.at !== undefined)
        throw new UserError(`data_path=${place.at}: a service reads no paths; name an uploaded file as input:<sha256>`);
      for (const shelved of shelves) {
        const opened = opensAt(await shelved.index(), place.path, (sha256, label) => fetchFrom(shelved, sha256, label));
        if (opened !== undefined) return opened;
      }
      return otherwise.open(place);
    },
  };
}

/** The file of this place, or the folder of files below it. */
function opensAt(
  files: DataIndex["files"],
  path: string,
  fetchFile: (sha256: string, label: string) => Promise<SourceFile | undefined>,
): OpenPlace | undefined {
  const read = async (name: string): Promise<SourceFile | undefined> => {
    const sha256 = Object.hasOwn(files, name) ? files[name] : undefined;
    if (sha256 === undefined) return undefined;
    const found = await fetchFile(sha256, name);
    if (found === undefined)
      throw new UserError(`${name} is in the data's index and not in the store: upload it again`);
    return found;
  };
  if (Object.hasOwn(files, path))
    return { label: path, list: async () => [], read: async (name) => (name === undefined ? read(path) : undefined) };
  const folder = `${path}/`;
  const below = Object.keys(files)
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length))
    .toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
  if (below.length === 0) return undefined;
  return {
    label: path,
    list: async () => below,
    read: async (name) => (name === undefined ? undefined : read(`${folder}${name}`)),
  };
}
