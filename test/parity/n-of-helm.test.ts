import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fsStore } from "@medhelm/adapters/objects/fs-store";
import { allCards } from "@medhelm/benchmarks/registry";
import { leaderboardOf } from "@medhelm/service/release/build-release";
import { fakeClock } from "@medhelm/testing/clock/fake-clock";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { oracle, shared, whyNoShared } from "../shared.ts";

const schema = fileURLToPath(new URL("../../conf/schema_medhelm.yaml", import.meta.url));
const ofFirstModel = ["model=stub_stub-1,", "model=stub_stub-1"];

/** The number of values behind the main metric's mean, of the runs of the first model. */
async function countsIn(outputPath: string, suite: string): Promise<Record<string, number | undefined>> {
  const cards = new Map((await allCards()).map((card) => [card.name, card]));
  const { runs } = await leaderboardOf(
    {
      objects: fsStore(outputPath),
      clock: fakeClock(),
      cards: (group) => cards.get(group),
      models: [],
      packagedSchema: readFileSync(schema, "utf8"),
    },
    { kind: "suite", suite, profile: "helm" },
  );
  return Object.fromEntries(
    runs
      .filter(({ run }) => ofFirstModel.some((part) => run.includes(part)))
      .map(({ run, scored }) => [run.split(/[:,]model=/)[0] ?? run, scored]),
  );
}

const PUBMED_QA = "pubmed_qa:model=stub_stub-1,model_deployment=stub_stub-1";

/** A suite with one run of HELM's, whose file of scores `change` may change or remove. */
async function countAfter(change: (file: string) => void): Promise<number | undefined> {
  const folder = mkdtempSync(join(tmpdir(), "medhelm-n-"));
  const run = join(folder, "runs/s", PUBMED_QA);
  cpSync(join(oracle("oracle"), "benchmark_output/runs/oracle-a", PUBMED_QA), run, { recursive: true });
  change(join(run, "per_instance_stats.json"));
  const counts = await countsIn(folder, "s");
  rmSync(folder, { recursive: true });
  return counts["pubmed_qa"];
}

const Records = z.array(z.looseObject({ instance_id: z.string() }));

function withoutFirst(file: string): void {
  const records = Records.parse(JSON.parse(readFileSync(file, "utf8")));
  const [one] = records;
  writeFileSync(file, JSON.stringify(records.filter(({ instance_id: id }) => id !== one?.instance_id)));
}

describe.skipIf(shared === undefined)(`n of HELM's own runs${shared === undefined ? `: ${whyNoShared}` : ""}`, () => {
  test("is the number of values in the file of scores", async () => {
    expect(await countsIn(join(oracle("oracle-d"), "benchmark_output"), "oracle-d")).toEqual({
      "clear:condition=alcohol_dependence": 13,
      "clear:condition=attention_deficit_hyperactivity_disorder": 8,
      "clear:condition=post_traumatic_stress_disorder": 10,
      dischargeme: 20,
      ehr_sql: 278,
      "ehrshot:subject=guo_icu": 18,
      "ehrshot:subject=guo_readmission": 18,
      "ehrshot:subject=lab_anemia": 1000,
      "ehrshot:subject=new_hypertension": 16,
      "med_dialog,subset=healthcaremagic": 12,
      "med_dialog,subset=icliniq": 12,
      medalign: 14,
      mental_health: 12,
      mimic_rrs: 14,
      mimiciv_billing_code: 13,
      "n2c2_ct_matching:subject=ABDOMINAL": 15,
      "n2c2_ct_matching:subject=ADVANCED-CAD": 15,
      "n2c2_ct_matching:subject=CREATININE": 15,
      "n2c2_ct_matching:subject=MAJOR-DIABETES": 15,
      "n2c2_ct_matching:subject=MAKES-DECISIONS": 15,
      shc_conf_med: 14,
      shc_ent_med: 15,
      shc_sequoia_med: 16,
    });
  });

  test("is one lower than 100 if an answer has no value", async () => {
    expect(await countAfter(withoutFirst)).toBe(99);
  });

  test.each([
    ["missing", (file: string) => rmSync(file)],
    ["cut off", (file: string) => writeFileSync(file, readFileSync(file, "utf8").slice(0, 5_000))],
  ])("is unknown if the file is %s", async (_, change) => {
    expect(await countAfter(change)).toBeUndefined();
  });
});
