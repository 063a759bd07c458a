/** Why a disk takes no more files and no more bytes, by the code of the error. */
export const DISK_REFUSALS = {
  ENOSPC: "the disk is full",
  EDQUOT: "your disk quota is used up",
  EROFS: "the disk is read-only",
} as const;
