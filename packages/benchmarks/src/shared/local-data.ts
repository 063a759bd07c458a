import type { DataFile, DataSource, OpenFile, OpenPlace, SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import { collect } from "@medhelm/core/run/collect";
import { sha256Hex } from "@medhelm/core/store/canonical";
import { UserError } from "@medhelm/core/user-error";
import { zipFolder } from "../files/read-zip.ts";

/** The location of a file or folder that the user provides, and instructions for obtaining it. */
export interface LocalData {
  /** Its path in a mirror (--data-dir), e.g. "clear" or "shc_conf_med/conf.csv". */
  readonly path: string;
  /** Which files and columns it has, e.g. "a workbook <condition>.xlsx for each condition, with the columns text and result_human". */
  readonly holds: string;
  /** How a person gets it, as the continuation of a sentence: "ask Stanford Health Care for it". */
  readonly obtain: string;
  /**
   * For public data: the archive to download if the folder is missing, and the folder inside it (with a final "/", or empty).
   * `keepsFolder`: the names of the files begin with the folder.
   */
  readonly archive?: DataFile & { readonly folder: string; readonly keepsFolder?: true };
  /** For public data: files below `path` with an address. `medhelm data pull` gets them, a run does not. */
  readonly files?: readonly DataFile[];
  /** `files` are all that a run needs. */
  readonly isWhole?: true;
}

/** Reads the files that a benchmark declares as `licensed` or `folder`. */
export interface LocalFiles {
  /** The names of all files below the folder, with "/" between folders, in byte order. */
  list(): Promise<readonly string[]>;
  /**
   * Reads the file of this name below the folder. Without a name it reads the declared path itself, which is then a file.
   * @throws UserError that says which file is missing, what it holds and how to get it
   */
  read(name?: string): Promise<SourceFile>;
}

/** LocalFiles that records which files were read. */
interface RecordedFiles extends LocalFiles {
  /** The files that were read, by their path in a mirror. */
  sources(): { readonly label: string; readonly sha256: string }[];
}

interface Access {
  readonly data: DataSource;
  /** The entry's argument data_path. */
  readonly path: string | undefined;
  readonly upload: OpenFile | undefined;
}

/** The uploaded file that data_path=input:<sha256> names in a submission to the API. It replaces a file on disk. */
export async function uploaded(path: string, files: UserFiles): Promise<OpenFile | undefined> {
  return path.startsWith("input:") ? files.open(path) : undefined;
}

async function readWhole(file: OpenFile): Promise<SourceFile> {
  const bytes = Buffer.concat(await collect(file.stream()));
  return { label: file.label, bytes, sha256: sha256Hex(bytes) };
}

/** Opens the data at its first use. */
export function openLocalData(card: Card, localData: LocalData | undefined, access: Access): RecordedFiles {
  const read = new Map<string, string>();
  let place: Promise<OpenPlace> | undefined;
  const declared = (): LocalData => {
    if (localData === undefined) throw new Error(`${card.name} declares neither "licensed" nor "folder"`);
    return localData;
  };
  const open = () => (place ??= openOrExplain(card, declared(), access));
  return {
    list: async () => (await open()).list(),
    read: async (name) => {
      const opened = await open();
      const file = await opened.read(name);
      if (file === undefined) throw new UserError(missingFile(card, declared(), opened.label, name));
      read.set(name === undefined ? declared().path : `${declared().path}/${name}`, file.sha256);
      return file;
    },
    sources: () =>
      [...read].map(([label, sha256]) => ({ label, sha256 })).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  };
}

async function openOrExplain(card: Card, localData: LocalData, { data, path, upload }: Access): Promise<OpenPlace> {
  if (upload !== undefined)
    return {
      label: upload.label,
      list: async () => [],
      read: async (name) => (name === undefined ? readWhole(upload) : undefined),
    };
  const opened = await data.open({ path: localData.path, at: path });
  if (opened !== undefined) return opened;
  if (localData.archive !== undefined) {
    const { folder, keepsFolder } = localData.archive;
    return zipFolder(
      await data.read({ ...localData.archive, benchmark: card.name }),
      folder,
      keepsFolder === true ? "" : folder,
    );
  }
  const missing =
    path === undefined ? `no ${localData.path} in the folder of --data-dir` : `nothing at data_path=${path}`;
  throw new UserError(`${card.name}: there is ${missing}; ${needs(card, localData)}`);
}

function missingFile(card: Card, localData: LocalData, label: string, name: string | undefined): string {
  const what = name === undefined ? "this is a folder, but a file is needed" : `there is no file ${name} in it`;
  return `${card.name}: ${label}: ${what}; ${needs(card, localData)}`;
}

function needs({ access, name }: Card, { holds, obtain, path, files }: LocalData): string {
  const put = `put it at ${path} in the folder of --data-dir`;
  if (files !== undefined)
    return `the benchmark needs ${holds}; medhelm data pull ${name} gets the public files; or ${obtain}, then ${put}`;
  return `the benchmark needs ${holds}; ${obtain}, then ${access === "public" ? put : `name it with data_path=PATH or ${put}`}`;
}
