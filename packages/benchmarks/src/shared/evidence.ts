/** On what a benchmark's loader and metric were tried. */
export type Evidence =
  /** HELM ran it too, on the real data: instances and numbers agree one for one */
  | { readonly kind: "real data, as HELM"; readonly test: string }
  /** the real data was read, of HELM there is no run on it */
  | { readonly kind: "real data"; readonly test: string }
  /** HELM ran it on invented data in the real layout: instances and numbers agree; the licensed data was not at hand */
  | { readonly kind: "sample only, as HELM"; readonly test: string }
  /** invented rows in the published layout */
  | { readonly kind: "sample only" };

const OPEN = "test/parity/open-answers.test.ts";
const CHOICE = "test/parity/multiple-choice.test.ts";
const GATED = "test/parity/gated.test.ts";

/** By benchmark; whichever is not named was tried on its sample only. A test compares with the tests. */
export const evidence: Readonly<Record<string, Evidence>> = {
  aci_bench: { kind: "real data, as HELM", test: OPEN },
  clear: { kind: "sample only, as HELM", test: GATED },
  dischargeme: { kind: "sample only, as HELM", test: GATED },
  ehr_sql: { kind: "sample only, as HELM", test: "test/parity/ehr-sql.test.ts" },
  ehrshot: { kind: "sample only, as HELM", test: GATED },
  head_qa: { kind: "real data", test: CHOICE },
  med_dialog: { kind: "sample only, as HELM", test: OPEN },
  med_mcqa: { kind: "real data", test: CHOICE },
  med_qa: { kind: "real data", test: CHOICE },
  medalign: { kind: "sample only, as HELM", test: GATED },
  medcalc_bench: { kind: "real data, as HELM", test: "test/parity/medcalc-bench.test.ts" },
  medec: { kind: "real data, as HELM", test: "test/parity/medec.test.ts" },
  medhallu: { kind: "real data", test: CHOICE },
  medication_qa: { kind: "real data", test: OPEN },
  mental_health: { kind: "sample only, as HELM", test: GATED },
  mimic_rrs: { kind: "sample only, as HELM", test: GATED },
  mimiciv_billing_code: { kind: "sample only, as HELM", test: "test/parity/mimiciv-billing-code.test.ts" },
  mtsamples_procedures: { kind: "real data, as HELM", test: OPEN },
  mtsamples_replicate: { kind: "real data", test: OPEN },
  n2c2_ct_matching: { kind: "sample only, as HELM", test: GATED },
  pubmed_qa: { kind: "real data, as HELM", test: "test/parity/pubmed-qa.test.ts" },
  race_based_med: { kind: "real data", test: CHOICE },
  shc_conf_med: { kind: "sample only, as HELM", test: GATED },
  shc_ent_med: { kind: "sample only, as HELM", test: GATED },
  shc_sequoia_med: { kind: "sample only, as HELM", test: GATED },
};

/** @returns whether real data was run, and what shows it */
export function evidenceText(benchmark: string): string {
  const found = evidence[benchmark] ?? { kind: "sample only" };
  switch (found.kind) {
    case "real data, as HELM":
      return `real data run: instances and numbers are those of a HELM run on the same files (${found.test})`;
    case "real data":
      return `real data run: read from the published files (${found.test}); there is no HELM run to compare with`;
    case "sample only, as HELM":
      return `sample only: instances and numbers are those of a HELM run on invented data in the real layout (${found.test})`;
    case "sample only":
      return "sample only: invented rows in the published layout";
    default:
      return found satisfies never;
  }
}
