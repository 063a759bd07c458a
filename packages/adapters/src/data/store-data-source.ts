import { keys } from "@medhelm/core/store/object-keys";
import { getJson } from "@medhelm/core/store/objects";
import type { ObjectStore } from "@medhelm/core/ports";
import type { DataFile, DataSource, OpenPlace, SourceFile } from "@medhelm/core/run/benchmark";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";
import { compareKeys } from "../objects/object-key.ts";

export interface StoreDataOptions {
  readonly objects: ObjectStore;
  /** the organisation whose licensed data this process may read; absent for public data only */
  readonly organisation?: string | undefined;
  /** The source of files that the store does not hold, usually a download. */
  readonly otherwise: DataSource;
}

/**
 * data/public/index.json and data/licensed/<organisation>/index.json: maps the paths of a mirror to files that are stored under their
 * checksums. A file with a pinned checksum is found without the index.
 */
export const DataIndex = z.object({
  formatVersion: z.literal(1),
  /** the path of a file in a mirror (--data-dir), e.g. "clear/depression.csv", to its sha256 */
  files: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type DataIndex = z.infer<typeof DataIndex>;

export const DATA_INDEX = "index.json";

/** One collection of data files: the public one, or that of an organisation. */
interface Collection {
  key(sha256: string): string;
  index(): Promise<DataIndex["files"]>;
}

/**
 * Reads data sets that the operator has mirrored into the store: the licensed data of the organisation, else the public data, else
 * `otherwise`. It returns only bytes that match the checksum in their key.
 */
export function storeDataSource({ objects, organisation, otherwise }: StoreDataOptions): DataSource {
  const openCollection = (key: (name: string) => string): Collection => {
    let loaded: Promise<DataIndex["files"]> | undefined;
    return {
      key,
      index: () => (loaded ??= getJson(objects, key(DATA_INDEX), DataIndex).then((index) => index?.files ?? {})),
    };
  };
  const collections: readonly Collection[] = [
    ...(organisation === undefined ? [] : [openCollection((name) => keys.licensedData(organisation, name))]),
    openCollection(keys.publicData),
  ];

  const fetchFrom = async ({ key }: Collection, sha256: string, label: string): Promise<SourceFile | undefined> => {
    const found = await objects.get(key(sha256));
    if (found === undefined) return undefined;
    const actual = sha256Hex(found.body);
    if (actual !== sha256)
      throw new UserError(`${key(sha256)} holds bytes of sha256 ${actual}: upload it again with medhelm data push`);
    return { label, bytes: found.body, sha256 };
  };
  const readFrom = async (collection: Collection, file: DataFile): Promise<SourceFile | undefined> => {
    const indexed = (await collection.index())[file.path];
    const isUsable = file.sha256 === undefined || file.isReported === true || indexed === file.sha256;
    const sha256 = indexed !== undefined && isUsable ? indexed : file.sha256;
    return sha256 === undefined ? undefined : fetchFrom(collection, sha256, file.path);
  };

  return {
    async read(file) {
      for (const collection of collections) {
        const found = await readFrom(collection, file);
        if (found !== undefined) return found;
      }
      return otherwise.read(file);
    },
    async open(place) {
      if (place.at !== undefined)
        throw new UserError(
          `data_path=${place.at}: the service reads no paths: upload the file and write data_path=input:<sha256>`,
        );
      for (const collection of collections) {
        const opened = openIndexed(await collection.index(), place.path, (sha256, label) =>
          fetchFrom(collection, sha256, label),
        );
        if (opened !== undefined) return opened;
      }
      return otherwise.open(place);
    },
  };
}

/** The file of this path, or the folder of the files below it. */
function openIndexed(
  files: DataIndex["files"],
  path: string,
  fetchFile: (sha256: string, label: string) => Promise<SourceFile | undefined>,
): OpenPlace | undefined {
  const read = async (name: string): Promise<SourceFile | undefined> => {
    const sha256 = Object.hasOwn(files, name) ? files[name] : undefined;
    if (sha256 === undefined) return undefined;
    const found = await fetchFile(sha256, name);
    if (found === undefined)
      throw new UserError(
        `${name} is in the index of the data but not in the store: upload it again with medhelm data push`,
      );
    return found;
  };
  if (Object.hasOwn(files, path))
    return { label: path, list: async () => [], read: async (name) => (name === undefined ? read(path) : undefined) };
  const folder = `${path}/`;
  const below = Object.keys(files)
    .filter((name) => name.startsWith(folder))
    .map((name) => name.slice(folder.length))
    .toSorted(compareKeys);
  if (below.length === 0) return undefined;
  return {
    label: path,
    list: async () => below,
    read: async (name) => (name === undefined ? undefined : read(`${folder}${name}`)),
  };
}
