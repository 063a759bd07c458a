import { existsSync, readFileSync, realpathSync, statfsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { UserError } from "@medhelm/core/user-error";
import { PRIVATE_FOLDER } from "../../places/private-folder.ts";

/** The numbers of Linux for the file systems of other machines (statfs(2)). */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x564c, "NCP"],
  [0x5346414f, "AFS"],
  [0x6b414653, "AFS"],
  [0x73757245, "Coda"],
  [0x00c36400, "Ceph"],
  [0x0bd00bd0, "Lustre"],
  [0x47504653, "GPFS"],
  [0x19830326, "BeeGFS"],
]);
/** All file systems in user space have one number: disks of this machine, such as NTFS, and those of other machines. */
const FUSE = 0x65735546;
/** The types of those of other machines in the mount table, without "fuse.". */
const NETWORK_FUSE: ReadonlySet<string> = new Set(
  "afp blobfuse blobfuse2 ceph ceph-fuse curlftpfs davfs gcsfuse geesefs glusterfs goofys gvfsd-fuse httpfs jmtpfs juicefs mfs moosefs mount-s3 rclone s3backer s3fs seaweedfs smbnetfs sshfs weed".split(
    " ",
  ),
);

interface System {
  readonly platform: NodeJS.Platform;
  statfs(path: string): { readonly type: number };
  /** /proc/self/mountinfo */
  mounts(): string;
  exists(path: string): boolean;
  /** the path without links */
  realpath(path: string): string;
}
const thisSystem: System = {
  platform: process.platform,
  statfs: statfsSync,
  mounts: () => readFileSync("/proc/self/mountinfo", "utf8"),
  exists: existsSync,
  realpath: realpathSync,
};

/**
 * Refuses an output folder on another machine's disk. SQLite's files and the lock of the folder need shared memory, which such a disk lacks, so two
 * processes would damage them. A folder that is not there yet is judged by the one above it, so that nothing is made.
 * @throws UserError
 */
export function refuseNetworkDisk(outputPath: string, given: Partial<System> = {}): void {
  const system = { ...thisSystem, ...given };
  if (system.platform !== "linux") return;
  // the private folder may be a link to another disk
  for (const path of [outputPath, join(outputPath, PRIVATE_FOLDER)]) {
    const kind = networkKind(nearestFolder(resolve(path), system), system);
    if (kind !== undefined)
      throw new UserError(
        `--output-path ${outputPath}: this folder is on a network disk (${kind}), on which SQLite damages its files; name a folder on a disk of this machine, and copy it with medhelm backup`,
      );
  }
}

function nearestFolder(path: string, system: System): string {
  return system.exists(path) || dirname(path) === path ? path : nearestFolder(dirname(path), system);
}

function networkKind(path: string, { statfs, mounts, realpath }: System): string | undefined {
  const type = statfs(path).type >>> 0;
  if (type !== FUSE) return NETWORK.get(type);
  const [, name = ""] = /^fuse\.(.*)$/.exec(fileSystemAt(realpath(path), mounts())) ?? [];
  return NETWORK_FUSE.has(name) ? name : undefined;
}

/** "36 35 98:0 /root /mount options - fuse.sshfs host:/ rw": the type of the last mount that has the path. */
function fileSystemAt(path: string, mounts: string): string {
  let found = { length: -1, type: "" };
  for (const line of mounts.split("\n")) {
    const [left = "", right = ""] = line.split(" - ");
    const at = (left.split(" ")[4] ?? "").replaceAll(/\\([0-7]{3})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 8)),
    );
    const isAbove = at !== "" && (path === at || path.startsWith(at.endsWith("/") ? at : `${at}/`));
    if (isAbove && at.length >= found.length) found = { length: at.length, type: right.split(" ")[0] ?? "" };
  }
  return found.type;
}
