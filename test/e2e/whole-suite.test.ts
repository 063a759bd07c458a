import { expect, test } from "vitest";
import { join } from "node:path";
import { shared, whyNoShared } from "../shared.ts";
import { cli, testFolder } from "./cli.ts";
import { startStub } from "./stub.ts";

test.skipIf(shared === undefined)(
  `one command runs all public benchmarks that have their data and lists the others at the end (skipped where ${whyNoShared})`,
  async () => {
    const stub = await startStub();
    const args = ["run", "--conf-paths", "run_entries_medhelm_public.conf", "--models-to-run", "stub/a"];
    args.push("--judges", "stub/j1", "stub/j2", "stub/j3", "--endpoint", stub.endpoint, "--offline");
    args.push("--data-dir", join(shared ?? "", "datasets"), "--max-eval-instances", "2", "--suite", "all");
    const { code, stderr } = await cli("medhelm", args, { cwd: testFolder() });
    await stub.close();

    // runs of one deployment overlap, so that a small one can end before one that started earlier
    const done = [...stderr.matchAll(/^medhelm: ([\w-]+)[:,].*: done in/gm)].map(([, name = ""]) => name);
    expect(done.toSorted()).toEqual([
      "aci_bench",
      "head_qa",
      "med_mcqa",
      "med_qa",
      "medcalc_bench",
      "medec",
      "medhallu",
      "medication_qa",
      "mtsamples_procedures",
      "mtsamples_replicate",
      "pubmed_qa",
      "race_based_med",
    ]);
    expect(stderr).toContain("10 of 22 runs failed:\n");
    expect(stderr).toMatch(
      /^medhelm: {3}medbullets:model=stub_a, .*: their data are missing, .*: run medhelm data pull medbullets med_dialog medi_qa /m,
    );
    expect(stderr).toMatch(/^medhelm: {3}medxpert_qa_text:model=stub_a: .*download it from https:/m);
    expect(stderr).not.toContain("this is a bug");
    expect(code).toBe(2);
  },
);
