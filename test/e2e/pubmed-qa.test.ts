import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { z } from "zod";
import { shared, whyNoShared } from "../shared.ts";
import { cli, testFolder } from "./cli.ts";
import { type Stub, startStub } from "./stub.ts";

let stub: Stub | undefined;
afterEach(() => stub?.close());

test.skipIf(shared === undefined)(
  `PubMedQA's 1,000 questions are asked once and scored; the same command again asks nothing (skipped where ${whyNoShared})`,
  async () => {
    stub = await startStub();
    const cwd = testFolder();
    const entry = "pubmed_qa:model=qwen/qwen2.5-7b-instruct,model_deployment=huggingface/qwen2.5-7b-instruct";
    const command = ["--run-entries", entry, "--suite", "s", "--num-threads", "32", "--endpoint", stub.endpoint];
    command.push("--data-dir", join(shared ?? "", "datasets"));
    const first = await cli("helm-run", command, { cwd });
    expect(first).toMatchObject({ code: 0 });
    expect(first.stderr).toContain("1000 instances");
    // one more is the canary request of each start
    expect(await stub.stats()).toMatchObject({ requests: 1001, answered: 1001, distinct: 1001, duplicates: 0 });

    const name = "pubmed_qa:model=qwen_qwen2.5-7b-instruct,model_deployment=huggingface_qwen2.5-7b-instruct";
    const Stats = z.array(
      z.looseObject({
        name: z.looseObject({ name: z.string(), split: z.string() }),
        count: z.number(),
        sum: z.number(),
      }),
    );
    const stats = Stats.parse(
      JSON.parse(readFileSync(join(cwd, "benchmark_output/runs/s", name, "stats.json"), "utf8")),
    );
    const sumOf = (wanted: string) => stats.find(({ name: { name: stat } }) => stat === wanted)?.sum;
    expect(sumOf("num_instances")).toBe(1000);
    expect(sumOf("exact_match")).toBeGreaterThan(0);
    const manifest = readFileSync(join(cwd, "benchmark_output/runs/s", name, "manifest.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({ coverage: { instances: 1000, failed: 0 } });

    const second = await cli("helm-run", command, { cwd });
    expect(second).toMatchObject({ code: 0 });
    expect(second.stderr).toContain("was complete, nothing asked");
    expect((await stub.stats()).requests).toBe(1002);
    expect(readFileSync(join(cwd, "benchmark_output/runs/s", name, "manifest.json"), "utf8")).toBe(manifest);
  },
);
