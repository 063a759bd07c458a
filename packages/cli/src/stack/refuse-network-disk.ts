import { statfsSync } from "node:fs";
import { UserError } from "@medhelm/core/user-error";

/** The numbers of Linux for the file systems of other machines (statfs(2)). */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
]);

/**
 * Refuses an output folder on another machine's disk: SQLite's files and the lock of the folder need shared memory, which such a disk does
 * not have, so two processes would damage them.
 * @throws UserError
 */
export function refuseNetworkDisk(
  outputPath: string,
  platform: NodeJS.Platform = process.platform,
  statfs: (path: string) => { readonly type: number } = statfsSync,
): void {
  if (platform !== "linux") return;
  const kind = NETWORK.get(statfs(outputPath).type >>> 0);
  if (kind === undefined) return;
  throw new UserError(
    `--output-path ${outputPath}: this folder is on a network disk (${kind}), on which SQLite damages its files; name a folder on a disk of this machine, and copy it with medhelm backup`,
  );
}
