/**
 * On a disk, large files of runs are compressed: `a.json` is the file `a.json.zst`, which `zstd -d` unpacks (decision 0026). Readers of folders look for
 * the plain file first, because a user may unpack it.
 */
export const COMPRESSED = ".zst";
