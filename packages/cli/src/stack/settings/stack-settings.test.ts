import { concurrencyOf } from "@medhelm/core/run/asking/concurrency-of";
import { expect, test } from "vitest";
import { ownVariables, StackSettings } from "./stack-settings.ts";

test("the aggregator and the site job get no key of a provider, and the key of AWS only for a shared bucket", () => {
  expect(ownVariables({}).filter((name) => /KEY|TOKEN|AWS|CREDENTIALS|ENDPOINT/.test(name))).toEqual([]);
  const shared = ownVariables({ store: "bucket" });
  expect(shared).toEqual(expect.arrayContaining(["AWS_SECRET_ACCESS_KEY", "AWS_ENDPOINT_URL_S3"]));
  expect(shared).not.toContain("OPENAI_API_KEY");
});

test("a stack without --num-threads finds the number of requests in flight", () => {
  const settings = StackSettings.parse({ outputPath: "out", promptsDir: "prompts", ...NO_OPTIONS });
  expect(concurrencyOf(settings)).toEqual({ concurrency: 64, firstConcurrency: 4 });
});

const NO_OPTIONS = { offline: false, allowHosted: false, judgesMayBeCandidate: false, allowRetiredJudges: false };
