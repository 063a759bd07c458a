import { existsSync, rmSync } from "node:fs";
import { afterEach, expect, test, vi } from "vitest";
import { temporaryFolder } from "./temporary-folder.ts";

afterEach(() => vi.unstubAllEnvs());

test("a temporary folder has its purpose in its name", async () => {
  const folder = await temporaryFolder("test");
  expect([existsSync(folder), folder]).toEqual([true, expect.stringMatching(/medhelm-test-\w{6}$/)]);
  rmSync(folder, { recursive: true });
});

test.each([
  ["/etc/passwd", "TMPDIR /etc/passwd: it is a file; name a folder in which you can write"],
  ["/etc/passwd/a", "TMPDIR /etc/passwd/a: a part of it is a file; name a folder in which you can write"],
  ["/proc/none", "TMPDIR /proc/none: this place takes no new files; name a folder in which you can write"],
])("a TMPDIR of %s is refused in a sentence", async (place, message) => {
  vi.stubEnv("TMPDIR", place);
  await expect(temporaryFolder("test")).rejects.toThrow(message);
});
