import { list, tableFromArrays, tableToIPC, utf8 } from "@uwdata/flechette";

const notes = tableFromArrays(
  { text: ["An invented note."], target: [["I10"]] },
  { types: { text: utf8(), target: list(utf8()) } },
);

export const files = { "mimiciv_billing_code/mimiciv_icd10.feather": tableToIPC(notes, { format: "file" }) ?? "" };
