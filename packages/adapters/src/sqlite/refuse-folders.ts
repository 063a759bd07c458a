import { refuseFolder } from "../refuse-folder.ts";

/** Checks the places of a SQLite file and of those that SQLite writes next to it. @throws UserError that names a folder there */
export function refuseFolders(file: string): void {
  for (const suffix of ["", "-wal", "-shm", "-journal"]) refuseFolder(file + suffix);
}
