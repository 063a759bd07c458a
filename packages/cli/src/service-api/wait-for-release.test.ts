import { afterEach, expect, test, vi } from "vitest";
import type { ApiClient } from "./api-client.ts";
import { waitForRelease } from "./wait-for-release.ts";

afterEach(() => void vi.restoreAllMocks());

test("a Ctrl-C ends the wait for a release although the service does not answer", async () => {
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const asked = Promise.withResolvers<void>();
  const call = (): Promise<never> => {
    asked.resolve();
    return new Promise(() => undefined);
  };
  const api: ApiClient = { url: "http://127.0.0.1:1", call, raw: () => new Promise(() => undefined) };
  const waiting = waitForRelease(api, "r1");
  await asked.promise;
  process.emit("SIGINT", "SIGINT");
  expect(await waiting).toBeUndefined();
  expect(said).toHaveBeenCalledWith(expect.stringContaining("the service goes on with release r1"));
});
