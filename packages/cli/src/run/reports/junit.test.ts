import { plan, runToSeal, workerPorts, workRequest } from "@medhelm/testing/fixtures/work";
import { memoryStore } from "@medhelm/testing/stores/memory-store";
import { UserError } from "@medhelm/core/user-error";
import { expect, test } from "vitest";
import { junitXml } from "./junit.ts";

// The schema of Jenkins' plugin xUnit (junit-10.xsd) has no properties in a case, and such a file is skipped whole.
test("a report has scores as the output of a case, and no control characters", async () => {
  const demo = await plan(2, "demo_questions:model=baseline/longest-option");
  const manifest = await runToSeal(workerPorts(memoryStore(), { answered: [] }), workRequest(demo));
  if (manifest === undefined) throw new Error("not sealed");
  const scores = [{ profile: "helm", mean: 0.5, n: 2, low: 0.1, high: 0.9 } as const];
  const failure = new UserError('no "file"\u0007 at <a>\nnext line');
  const reports = [
    { kind: "scored", run: "a&b", path: "p", manifest, scores, isNew: true, seconds: 1.25 },
    { kind: "failed", run: "c", path: "p", error: failure, seconds: 0 },
  ] as const;
  expect(junitXml("my", reports, { protocol: "fenced" })).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="medhelm my" tests="2" failures="1" errors="0" skipped="0" time="1.250">
<testcase classname="medhelm.my" name="a&amp;b" time="1.250"><system-out>exact_match.helm=0.5&#10;exact_match.helm.n=2&#10;exact_match.helm.low=0.1&#10;exact_match.helm.high=0.9</system-out></testcase>
<testcase classname="medhelm.my" name="c" time="0.000"><failure type="UserError" message="no &quot;file&quot; at &lt;a&gt;&#10;next line"/></testcase>
</testsuite>
</testsuites>
`);
});
