import { existsSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { shared, whyNoShared } from "../shared.ts";
import { cli } from "./cli.ts";
import { MODEL_PORTS, requireFreePorts } from "./ports.ts";
import { entry, smallBenchmarkFolder } from "./small-benchmark.ts";
import { type Stub, startStub } from "./stub.ts";

const RUN_ENTRY = entry("small", "qwen/qwen2.5-7b-instruct", "huggingface/qwen2.5-7b-instruct");
const RUN = ["--run-entries", RUN_ENTRY, "--suite", "s", "-m", "3"];

describe("servers on loopback", () => {
  let stub: Stub | undefined;
  beforeAll(() => requireFreePorts(MODEL_PORTS));
  afterEach(() => stub?.close());

  test.skipIf(shared === undefined).each(MODEL_PORTS)(
    `medhelm run finds the only server on 127.0.0.1:%i (skipped where ${whyNoShared})`,
    async (port) => {
      stub = await startStub({ port });
      const { code, stderr } = await cli("helm-run", RUN, { cwd: smallBenchmarkFolder() });
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toContain(`is served by http://127.0.0.1:${port}/v1`);
      expect((await stub.stats()).answered).toBe(4); // with the canary request
    },
  );

  test("without a server medhelm run exits with 2, names the commands that help, and writes no files", async () => {
    const cwd = smallBenchmarkFolder();
    const { code, stdout, stderr } = await cli("helm-run", RUN, { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr.trimEnd().split("\n")).toHaveLength(1);
    expect(stderr).toContain("no model server answers on 127.0.0.1 for huggingface/qwen2.5-7b-instruct");
    for (const command of [
      '"vllm serve qwen/qwen2.5-7b-instruct"',
      '"ollama run qwen2.5-7b-instruct"',
      "--endpoint http",
    ])
      expect(stderr).toContain(command);
    expect(existsSync(join(cwd, "benchmark_output/runs"))).toBe(false);
  });
});
