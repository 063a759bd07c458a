import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { UserError } from "@medhelm/core/user-error";
import { tableFromArrays, tableToIPC, list, utf8 } from "@uwdata/flechette";
import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { sample as clear } from "../clear/sample.ts";
import { sample as dischargeMe } from "../dischargeme/sample.ts";
import { sample as medalign } from "../medalign/sample.ts";
import { sample as n2c2 } from "../n2c2-ct-matching/sample.ts";
import { benchmarks, findBenchmark } from "../registry.ts";
import { dataOf, noUserFiles } from "@medhelm/testing/fixtures/benchmarks/files";
import { workbookOf } from "@medhelm/testing/fixtures/benchmarks/workbook";

type Files = Readonly<Record<string, string | Uint8Array>>;
const file = (name: string) => readFileSync(new URL(`../${name}`, import.meta.url));
const billing = tableToIPC(
  tableFromArrays(
    { text: ["An invented note."], target: [["I10"]] },
    { types: { text: utf8(), target: list(utf8()) } },
  ),
  { format: "file" },
);
const turn = { role: "user", content: "Draft a letter about an invented knee." };
const task = {
  id: "invented-1",
  specialty: "x",
  physician_response: "Dear colleague.",
  conversation: { messages: [turn] },
};
const professional = JSON.stringify({ ...task, rubric_items: [{ criterion_text: "Names the knee", points: 6 }] });
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const document = `<w:document xmlns:w="urn:w"><w:body>${["An invented supplement", "Run 1: Does tea differ?", "No."].map(paragraph).join("")}</w:body></w:document>`;
const shc = (name: string): [string, Files] => [
  `shc_${name}_med`,
  { [`shc/${name}.csv`]: file("shared/shc/sample.csv") },
];
const note = "PREOPERATIVE DIAGNOSIS: An invented knee.\n\nPLAN: Rest.\n\nSUMMARY: Done.\n\nFINDINGS: None.\n";

/** A small invented file set of every benchmark, by mirror path. */
const samples: Readonly<Record<string, Files>> = {
  aci_bench: Object.fromEntries(
    ["train_full", "clinicalnlp_taskB_test1_full", "clinicalnlp_taskC_test2_full", "clef_taskC_test3_full"].map(
      (name) => [
        `aci_bench/${name}.json`,
        JSON.stringify({ data: [{ src: "[doctor] hello", tgt: "A note.", file: "0-x" }] }),
      ],
    ),
  ),
  chw_care_plan: { "chw_care_plan/CHW_Dataset.csv": file("chw-care-plan/sample.csv") },
  clear: { "clear/chronic_pain.xlsx": workbookOf(clear) },
  dischargeme: Object.fromEntries(
    Object.entries({ ...dischargeMe }).map(([table, text]) => [
      `physionet.org/files/discharge-me/1.3/test_phase_1/${table}.csv.gz`,
      gzipSync(text),
    ]),
  ),
  ehr_sql: {
    "ehr_sql/eicu.sql":
      "DROP TABLE IF EXISTS patient;\nCREATE TABLE patient\n(\n    name TEXT NOT NULL,\n    age INT\n) ;\n",
    "ehr_sql/train.json": '[{"question": "q", "query": "select 1", "is_impossible": false}]',
    "ehr_sql/valid.json": file("ehr-sql/sample.json"),
    "ehr_sql/test.json": "[]",
  },
  ehrshot: {
    "ehrshot/data/data.parquet": file("ehrshot/sample/data/data.parquet"),
    "ehrshot/labels/guo_icu/labels.parquet": file("ehrshot/sample/labels/guo_icu/labels.parquet"),
  },
  head_qa: { "head_qa/HEAD_EN.json": file("head-qa/sample.json") },
  health_bench: { "health_bench/2025-05-07-06-14-12_oss_eval.jsonl": file("health-bench/sample.jsonl") },
  health_bench_professional: {
    "health_bench_professional/assets.zip": zipSync({
      "healthbench_professional_eval.jsonl": strToU8(`${professional}\n`),
    }),
  },
  med_dialog: { "med_dialog/icliniq/test.json": '{"data": [{"src": "Is an elbow normal?", "tgt": "Elbow?"}]}' },
  med_mcqa: {
    "med_mcqa/dev.json": file("med-mcqa/sample.jsonl"),
    "med_mcqa/train.json": file("med-mcqa/sample.jsonl"),
  },
  med_qa: {
    "med_qa/data_clean/questions/US/4_options/phrases_no_exclude_test.jsonl": file("med-qa/sample.jsonl"),
  },
  medalign,
  medbullets: { "medbullets/medbullets_op5.csv": file("medbullets/sample.csv") },
  medbullets_freetext: { "medbullets/medbullets_op5.csv": file("medbullets/sample.csv") },
  medcalc_bench: { "medcalc_bench/test_data_2024-06-26.csv": file("medcalc-bench/sample.csv") },
  medec: { "medec/MEDEC-MS-TestSet-with-GroundTruth-and-ErrorType.csv": file("medec/sample.csv") },
  medhallu: { "medhallu/train-00000-of-00001.parquet": file("medhallu/sample.parquet") },
  medi_qa: { "medi_qa/MEDIQA2019-Task3-QA-TestSet-wLabels.xml": file("medi-qa/sample.xml") },
  medication_qa: {
    "medication_qa/MedInfo2019-QA-Medications.xlsx": workbookOf([
      ["Question", "Focus (Drug)", "Question Type", "Answer"],
      ["may I halve an inventol?", "inventol", "usage", "Only along its score line."],
    ]),
  },
  medxpert_qa_text: { "medxpert_qa_text/test.jsonl": file("medxpert-qa-text/sample.jsonl") },
  mental_health: { "mental_health/processed_dialogues.csv": file("mental-health/sample.csv") },
  mimic_bhc: { "mimic_bhc/mimic_iv_bhc.json": file("mimic-bhc/sample.jsonl") },
  mimic_rrs: {
    "mimic_rrs/test.findings.tok": "nothing is broken .\nno heart .\n",
    "mimic_rrs/test.impression.tok": "all well .\nnothing .\n",
  },
  mimiciv_billing_code: { "mimiciv_billing_code/mimiciv_icd10.feather": billing ?? "" },
  mtsamples_procedures: {
    "mtsamples_procedures/mtsample_procedure/a.txt": note,
    "mtsamples_procedures/mtsample_procedure/b.txt": note,
  },
  mtsamples_replicate: {
    "mtsamples_replicate/mtsamples_processed/a.txt": note,
    "mtsamples_replicate/mtsamples_processed/b.txt": note,
  },
  n2c2_ct_matching: n2c2,
  pubmed_qa: { "pubmed_qa/ori_pqal.json": file("pubmed-qa/sample.json") },
  race_based_med: {
    "race_based_med/41746_2023_939_MOESM1_ESM.docx": zipSync({ "word/document.xml": strToU8(document) }),
  },
  sct_bench: { "sct_bench/sct_cleaned_full.csv": file("sct-bench/sample.csv") },
  ...Object.fromEntries(["bmt", "cdi", "conf", "ent", "gip", "privacy", "proxy", "ptbm", "sei", "sequoia"].map(shc)),
  starr_patient_instructions: {
    "starr_patient_instructions/dataset_cases_qc.csv": file("starr-patient-instructions/sample.csv"),
  },
};

/** Kinds of file in which any damage shows; the others are text, of which a part may be whole. */
const PACKED = /\.(?:parquet|feather|xlsx|docx|zip|gz)$/;
const args: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  clear: { condition: "chronic_pain" },
  ehrshot: { subject: "guo_icu" },
  med_dialog: { subset: "icliniq" },
  n2c2_ct_matching: { subject: "CREATININE" },
};

async function load(name: string, files: Files) {
  const run = await (await findBenchmark(name)).settle(args[name] ?? {}, noUserFiles);
  return run.load(dataOf(files));
}

/** What damage does to a file; a text that was cut between two of its records cannot be told from a shorter one. */
const damages: readonly (readonly [string, (whole: Uint8Array) => Uint8Array | string])[] = [
  ["nothing", () => ""],
  ["a third", (whole) => whole.slice(0, Math.floor(whole.length / 3))],
  ["two thirds", (whole) => whole.slice(0, Math.floor((whole.length * 2) / 3))],
  ["all but its end", (whole) => whole.slice(0, -3)],
  ["Latin-1", (whole) => new Uint8Array([...whole.slice(0, 40), 0xe9, 0x20, ...whole.slice(40)])],
  ["UTF-16", (whole) => Buffer.from(Buffer.from(whole).toString("latin1"), "utf16le")],
  ["zeros", (whole) => new Uint8Array(whole.length)],
  ["every fifth byte another", (whole) => whole.map((byte, at) => (at % 5 === 4 ? byte ^ 0x55 : byte))],
  [
    "one byte in the middle another",
    (whole) => whole.map((byte, at) => (at === whole.length >> 1 ? byte ^ 0xff : byte)),
  ],
  ["null", () => "null"],
  ["[null]", () => "[null]"],
  ["{}", () => "{}"],
  ["[[]]", () => "[[]]"],
  ["a web page", () => "<!DOCTYPE html>\n<html><body>404: <b>Not Found</b></body></html>\n"],
  ["a ZIP of nothing", () => zipSync({})],
  ["a gzip", (whole) => gzipSync(whole)],
];

test("every benchmark that reads files has its sample here", () => {
  const own = ["demo_notes", "demo_questions", "medhelm_configurable_benchmark"];
  expect(Object.keys(samples).toSorted()).toEqual(
    Object.keys(benchmarks)
      .filter((name) => !own.includes(name))
      .toSorted(),
  );
});

test.for(Object.keys(samples))(
  "%s: a damaged file is refused in one sentence, or is a shorter whole one",
  async (name) => {
    const files = samples[name] ?? {};
    expect((await load(name, files)).instances.length).toBeGreaterThan(0);
    const problems: string[] = [];
    for (const [path, content] of Object.entries(files))
      for (const [damage, harm] of damages) {
        const whole = typeof content === "string" ? strToU8(content) : new Uint8Array(content);
        const outcome = await load(name, { ...files, [path]: harm(whole) }).then(
          ({ instances }) => instances.length > 0 && !PACKED.test(path),
          (error: unknown) => error instanceof UserError && /^[^\n]{20,600}$/.test(error.message),
        );
        if (!outcome) problems.push(`${path} with ${damage}`);
      }
    expect(problems).toEqual([]);
  },
);
