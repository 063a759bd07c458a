const NAMES = ["train_full", "clinicalnlp_taskB_test1_full", "clinicalnlp_taskC_test2_full", "clef_taskC_test3_full"];
const visits = JSON.stringify({ data: [{ src: "[doctor] hello", tgt: "A note.", file: "0-x" }] });

export const files = Object.fromEntries(NAMES.map((name) => [`aci_bench/${name}.json`, visits]));
