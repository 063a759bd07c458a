import { expect, test } from "vitest";
import { refuseNetworkDisk } from "./refuse-network-disk.ts";

test.each([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [-11317950, "CIFS"],
  [0xfe534d42, "SMB"],
])("a folder on a network disk is refused with the reason: type %d", (type, kind) => {
  expect(() => refuseNetworkDisk("/mnt/x", "linux", () => ({ type }))).toThrow(
    `--output-path /mnt/x: this folder is on a network disk (${kind}), on which SQLite damages its files`,
  );
});

test("a folder on a disk of this machine is accepted", () => {
  expect(() => refuseNetworkDisk("/srv", "linux", () => ({ type: 0xef53 }))).not.toThrow();
});
