import { DISK_REFUSALS } from "@medhelm/core/disk-refusals";

/** Why no program can use a path, by the code of the error: as a part of a sentence. */
export const PATH_FAULTS: Readonly<Record<string, string>> = {
  ELOOP: "it is a link that leads back to itself",
  ENAMETOOLONG: "its name is longer than this disk allows",
};

/** Why no file can be made in a folder, by the code of the error: as a part of a sentence. */
export const FOLDER_FAULTS: Readonly<Record<string, string>> = {
  ENOTDIR: "a part of it is a file",
  EACCES: "you have no permission to write there",
  EPERM: "you have no permission to write there",
  ENOENT: "this place takes no new files",
  ...PATH_FAULTS,
  ...DISK_REFUSALS,
};
