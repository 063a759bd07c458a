import { expect, test } from "vitest";
import { onDisk } from "./on-disk.ts";

const failing = (code: string) => onDisk("/site", () => Promise.reject(Object.assign(new Error("write"), { code })));

test("a disk that takes no more is named by its place in one sentence, and another error stays", async () => {
  await expect(failing("ENOSPC")).rejects.toThrow(
    /^\/site: the disk is full; correct this, then run the same command again$/,
  );
  await expect(failing("ENOENT")).rejects.toThrow(/^write$/);
});
