import { expect, test } from "vitest";
import { refuseNetworkDisk } from "./refuse-network-disk.ts";

const linux = { platform: "linux", exists: () => true, realpath: (path: string) => path } as const;
const FUSE = 0x65735546;
const MOUNTS = [
  "22 1 254:0 / / rw,relatime - ext4 /dev/vda rw",
  "40 22 0:50 / /mnt/far\\040away rw,nosuid - fuse.sshfs ann@host:/srv rw,user_id=0",
  "41 22 0:51 / /mnt/usb rw,relatime - fuseblk /dev/sdb1 rw,user_id=0",
  "42 22 0:52 / /mnt/bucket rw - fuse.rclone remote: rw",
  "",
].join("\n");

test.each([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [-11317950, "CIFS"],
  [0xfe534d42, "SMB"],
  [0x5346414f, "AFS"],
  [0x0bd00bd0, "Lustre"],
  [0x00c36400, "Ceph"],
])("a folder on a network disk is refused with the reason: type %d", (type, kind) => {
  expect(() => refuseNetworkDisk("/mnt/x", { ...linux, statfs: () => ({ type }) })).toThrow(
    `--output-path /mnt/x: this folder is on a network disk (${kind}), on which SQLite damages its files`,
  );
});

test.each([
  ["/mnt/far away/out", "sshfs"],
  ["/mnt/bucket", "rclone"],
])("a folder of another machine in user space is refused: %s", (path, kind) => {
  expect(() => refuseNetworkDisk(path, { ...linux, statfs: () => ({ type: FUSE }), mounts: () => MOUNTS })).toThrow(
    `network disk (${kind})`,
  );
});

test("a disk of this machine in user space is accepted", () => {
  const system = { ...linux, statfs: () => ({ type: FUSE }), mounts: () => MOUNTS };
  expect(() => refuseNetworkDisk("/mnt/usb/out", system)).not.toThrow();
});

test.each([
  ["ext4", 0xef53],
  ["tmpfs", 0x01021994],
  ["overlayfs", 0x794c7630],
])("a folder on a disk of this machine is accepted: %s", (_, type) => {
  expect(() => refuseNetworkDisk("/srv", { ...linux, statfs: () => ({ type }) })).not.toThrow();
});

/** NFS at one path, and a disk of this machine elsewhere. */
const nfsAt = (place: string) => ({
  ...linux,
  statfs: (path: string) => ({ type: path === place ? 0x6969 : 0xef53 }),
});

test("a folder that is not there yet is judged by the one above it", () => {
  const system = { ...nfsAt("/mnt/nfs"), exists: (path: string) => path === "/mnt/nfs" };
  expect(() => refuseNetworkDisk("/mnt/nfs/a/b", system)).toThrow("network disk (NFS)");
});

test("the folder of SQLite's files may be on another disk", () => {
  expect(() => refuseNetworkDisk("/srv/out", nfsAt("/srv/out/.medhelm"))).toThrow("network disk (NFS)");
});
