import type { DataFile, DataSource, OpenPlace, SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import type { Card } from "@medhelm/core/run/card";
import { UserError } from "@medhelm/core/user-error";
import { zipFolder } from "../files/read-zip.ts";

/** A file or folder that is not downloaded: the words say to a person without it what to do. */
export interface Holding {
  /** Its place in a mirror (--data-dir), e.g. "clear" or "shc_conf_med/conf.csv". */
  readonly path: string;
  /** Which files and columns, e.g. "a workbook <condition>.xlsx for each condition, with the columns text and result_human". */
  readonly holds: string;
  /** Where a person obtains it, to stand behind "; ": "ask Stanford Health Care for it". */
  readonly obtain: string;
  /** Where it is public: the archive to download where the folder is not there, and its folder within ("/" at its end). */
  readonly archive?: DataFile & { readonly folder: string };
}

/** The files of a benchmark's `licensed` or `folder`. */
export interface Files {
  /** Names of all files below the folder, "/" between, in byte order. */
  list(): Promise<readonly string[]>;
  /** Without a name: the file that it is. Throws UserError saying which file, which columns and where to obtain it. */
  read(name?: string): Promise<SourceFile>;
}

/** `Files`, with what was read so far, by its name in a mirror. */
interface WatchedFiles extends Files {
  seen(): { readonly label: string; readonly sha256: string }[];
}

interface Whereabouts {
  readonly data: DataSource;
  /** data_path= of the entry */
  readonly path: string | undefined;
  readonly upload: SourceFile | undefined;
}

/** Over the API data_path= names an uploaded file, which stands in place of the disk's. */
export async function uploaded(path: string, files: UserFiles): Promise<SourceFile | undefined> {
  return path.startsWith("input:") ? files.read(path) : undefined;
}

/** Opens it when it is first used. */
export function openHolding(card: Card, holding: Holding | undefined, where: Whereabouts): WatchedFiles {
  const read = new Map<string, string>();
  let place: Promise<OpenPlace> | undefined;
  const declared = (): Holding => {
    if (holding === undefined) throw new Error(`${card.name} declares neither "licensed" nor "folder"`);
    return holding;
  };
  const open = () => (place ??= openOrExplain(card, declared(), where));
  return {
    list: async () => (await open()).list(),
    read: async (name) => {
      const opened = await open();
      const file = await opened.read(name);
      if (file === undefined) throw new UserError(missingFile(card, declared(), opened.label, name));
      read.set(name === undefined ? declared().path : `${declared().path}/${name}`, file.sha256);
      return file;
    },
    seen: () =>
      [...read].map(([label, sha256]) => ({ label, sha256 })).toSorted((a, b) => (a.label < b.label ? -1 : 1)),
  };
}

async function openOrExplain(card: Card, holding: Holding, { data, path, upload }: Whereabouts): Promise<OpenPlace> {
  if (upload !== undefined)
    return {
      label: upload.label,
      list: async () => [],
      read: async (name) => (name === undefined ? upload : undefined),
    };
  const opened = await data.open({ path: holding.path, at: path });
  if (opened !== undefined) return opened;
  if (holding.archive !== undefined) return zipFolder(await data.read(holding.archive), holding.archive.folder);
  const looked = path === undefined ? `no ${holding.path} in the folder of --data-dir` : `nothing at data_path=${path}`;
  throw new UserError(`${card.name}: there is ${looked}; ${needs(card, holding)}`);
}

function missingFile(card: Card, holding: Holding, label: string, name: string | undefined): string {
  const what = name === undefined ? "it is a folder, where a file is needed" : `there is no file ${name} in it`;
  return `${card.name}: ${label}: ${what}; ${needs(card, holding)}`;
}

function needs({ access }: Card, { holds, obtain, path }: Holding): string {
  const put = `put it at ${path} in the folder of --data-dir`;
  return `needed is ${holds}; ${obtain}, then ${access === "public" ? put : `name it with data_path=PATH or ${put}`}`;
}
