import { expect, test } from "vitest";
import { launch, testFolder } from "./cli.ts";
import { startModelServer } from "./model-server.ts";
import { entry, smallBenchmark, writeFiles } from "./small-benchmark.ts";

test("a run without a terminal, as nohup starts it, goes on when a terminal ends", async () => {
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const server = await startModelServer(undefined, undefined, () => (asked.resolve(), released.promise));
  const cwd = testFolder();
  writeFiles(cwd, smallBenchmark);
  const args = ["run", "-r", entry("small", "house/model-x"), "--suite", "s", "--endpoint", server.endpoint];
  const running = launch("medhelm", args, { cwd });
  await asked.promise;
  const ended = running.stop("SIGHUP");
  released.resolve();
  expect(await ended).toMatchObject({ code: 0 });
});
