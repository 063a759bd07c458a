import { valueOf } from "@medhelm/core/reading/reading";
import { MARKUP } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readCodes } from "./read-codes.ts";

test.each([
  ["k35.80; Z90.49", ["K3580", "Z9049"]],
  ["['K35.80', 'i10']", ["I10", "K3580"]],
  ["Vitamin B12 deficiency anemia D51.9", ["D519"]],
  ["T12 burst fracture: S22.081A", ["S22081A"]],
  ["BP 120/80, HR 70, T37.4, D10W at 50 ml/h, Q12H, N95 mask", []],
  ["BRAF V600E, E. coli O157, room A101", []],
  ["CPT 44970, HCPCS J1885, SNOMED 3723001, DRG 343, LOINC 718-7", []],
  ["CPT 44970, K35.80", ["K3580"]],
  ["ICD-9: V45.81\nICD-10: Z95.1", ["Z951"]],
  ["CPT: 44970\nK35.80", ["K3580"]],
  ["HLA-B27 positive, M45.9", ["M459"]],
  ["诊断：K35.80、Z90.49", ["K3580", "Z9049"]],
  ["K35.80, not K37", ["K3580"]],
  ["Possible codes include K35.80 and K37.", []],
  ["Possible: K35.80", []],
  ["F18-FDG PET showed avid nodes. Diagnosis: C81.90", ["C8190"]],
  ["I cannot assign codes. An example of the format would be E11.9.", []],
  ["I can't help with this. For example, codes of the kind X00.0 have to be checked against the record.", []],
  ["Possible: K37\nFinal: K35.80", ["K3580"]],
  ["Candidate codes: K35.80, K37\n\nFinal codes: K35.80", ["K3580"]],
  ["The most likely codes are K35.80 and I10.", ["I10", "K3580"]],
  ["K35.80 (K37 is excluded)", ["K3580"]],
  ["Excluded:\n- K37\n\nCoded:\n- K35.80", ["K3580"]],
  ["If the culture is positive, A41.9. K35.80.", ["K3580"]],
  ["K35-K38", []],
  ["Codes: K57.32\nReferences: chapter XI (K00-K95), K57.30", ["K5732"]],
  ["K35.x", []],
  ["Perhaps K37.\n\nFinal codes: K35.80", ["K3580"]],
  ['{"codes": [{"code": "K35.80", "description": "T12 pain"}], "rationale": "K37 is unspecific."}', ["K3580"]],
  ["0dtj4zz", ["0DTJ4ZZ"]],
  ["The chart number is 1234567.", []],
  ["CHA2DS2-VASc 4, I48.91", ["I4891"]],
  ["e119, i10", ["E119", "I10"]],
  ["E11.9 — no, E11.65, and I10", ["E1165", "I10"]],
  ["R07.9, now corrected to I20.0", ["I200"]],
  ["J18.9. Wait, the culture grew pneumococci: J13.", ["J13"]],
  ["I10, E11.9. Wait, I also missed Z79.4.", ["E119", "I10", "Z794"]],
  ["Initial list: J18.9, N17.9\n\nThe final codes are J13 and N17.0.", ["J13", "N170"]],
  ["Is it I50.21 or I50.23? Acute on chronic, so I50.23.", ["I5023"]],
  ["K57.32, D12.6? The pathology is pending. K64.8.", ["K5732", "K648"]],
  ["J18.9 or J69.0", []],
  ["Some coders might assign R07.9. Report I21.4.", ["I214"]],
  ["Not coded: N39.0. Coded: J18.9, J96.01.", ["J189", "J9601"]],
  ["I10, not I11.9, E78.5", ["E785", "I10"]],
  ["K37 and K36 are not supported. K35.80.", ["K3580"]],
  ["K37 (appendicitis) should not be coded; K35.80", ["K3580"]],
  ["Z03.89 (suspected condition ruled out)", ["Z0389"]],
  ["R65.20 if the lactate is above 2; A41.9", ["A419"]],
  ["If COPD is confirmed, add J44.9. Otherwise: J20.9", ["J209"]],
  ["J20.9 fits. Otherwise J44.9 remains.", ["J209"]],
  ["I13.0 replaces I10, since CKD is present.", ["I130"]],
  ["K56.69 → a more specific code is above, so omit\nD50.9", ["D509"]],
  ["No codes apply other than Z00.00.", ["Z0000"]],
  ["| Code | Include? |\n|---|---|\n| K35.80 | Yes |\n| K37 | No |", ["K3580"]],
  ["| POA | Code |\n|---|---|\n| Yes | K35.80 |\n| No | E87.6 |", ["E876", "K3580"]],
  ["K35.80\nNon retenu : K37", ["K3580"]],
  ["1. K35.80 - Acute appendicitis\n2. Z79.", ["K3580"]],
  ['[{"code": "K35.80", "include": true}, {"code": "K37", "include": false}]', ["K3580"]],
  ["Sorry, I listed Z37.1; the baby lived: Z37.0.", ["Z370"]],
  ["Here's my reasoning: sepsis is A41.9, the organism E. coli.\n\nFinal: A41.51", ["A4151"]],
  ["I10; no kidney disease (would be N18.9)", ["I10"]],
  ["N80.9 is unspecified; better N80.129", ["N80129"]],
  ["U07.1. J12.82, which many coders add, needs an infiltrate.", ["U071"]],
  ['{"diagnoses": [{"name": "Appendicitis", "icd10": "K35.80"}]}', ["K3580"]],
  ['{"name": "icd_lookup", "arguments": {"code": "K35.80"}}', []],
  ["Negative work-up: C. difficile (A04.72)\n\nCodes I've left out\nI10\n\nAssigned: K35.80", ["K3580"]],
  ["He does not have I48.91; the rhythm is I47.19.", ["I4719"]],
  ["Pneumonia is typically J18.9. Please consult a coder.", []],
  ["R10.9, later diagnosed as K57.20", ["K5720"]],
  ["The patient fell and had a fracture (S72.001A).", ["S72001A"]],
  ["Were it complete, S46.011A would apply. It is not: M75.111.", ["M75111"]],
  ["## Considered but Not Assigned\n\n- K37\n- K36\n\n## Assigned\n\n- K35.80", ["K3580"]],
  ["| Diagnosis | ICD-9 | ICD-10 |\n|---|---|---|\n| CABG | V45.81 | Z95.1 |", ["Z951"]],
  ["| K35.80 | Assigned |\n| K37 | Not assigned |", ["K3580"]],
  ['{"codes": [{"code": "K35.80"}], "excluded": [{"code": "K37"}]}', ["K3580"]],
  ["The hospital transfused two units (30233N1). D62.", ["30233N1", "D62"]],
  ['A colleague coded this as "E11.9". I disagree; the chart supports E11.22.', ["E1122"]],
  ['The outside coder wrote: "J18.9, N39.0". The chart supports J15.1.', ["J151"]],
  ["The previous coder assigned I50.9, but the echo supports I50.22.", ["I5022"]],
  ["The auditor assigned I50.22, and I agree.", ["I5022"]],
  ["A41.9 is suspected but not confirmed, so only R50.9 is coded.", ["R509"]],
  ["Unproven sepsis (A41.9); R50.9.", ["R509"]],
  ["Suspected sepsis: A41.9", ["A419"]],
  ["J18.9 is only probable. So R05.9 and R50.9 instead.", ["R059", "R509"]],
  ["MS-DRG 291: I50.33, N18.32", ["I5033", "N1832"]],
  ["CPT: J1885", []],
  ["Query the physician about N17.9. I21.11, I10.", ["I10", "I2111"]],
  ["I21.11\n\nNot enough documentation for N17.9.", ["I2111"]],
  ["Family history of breast cancer Z80.3; no personal history (Z85.3).", ["Z803"]],
  ["Diabetes with no complications (E11.9)", ["E119"]],
  ["It is possible to code both: J18.9 and J44.0.", ["J189", "J440"]],
  ["K35.80\n\nNote: A man of 40 with a cough.\nCodes: J20.9", ["K3580"]],
])("the codes of %j are %j", (reply, codes) => {
  expect(valueOf(readCodes(reply))).toEqual(codes);
});

const LISTS = [
  "K35.80, 0DTJ4ZZ",
  "- K35.80\n- 0DTJ4ZZ",
  "K35.80 Acute appendicitis\n0DTJ4ZZ Resection of appendix",
  "0DTJ4ZZ; K3580",
];
const AROUND: readonly ((reply: string) => string)[] = [
  ...MARKUP,
  (reply) => `<think>K37? J18.9.</think>\n${reply}`,
  (reply) => `K37\n</think>\n\n${reply}`,
  (reply) => `<|channel|>analysis<|message|>K37?<|end|><|start|>assistant<|channel|>final<|message|>${reply}`,
  (reply) => `${reply}\n\nLet me know if you need more codes! Good luck!`,
  (reply) => `${reply}\n\n*Note: a certified coder should verify these codes.*`,
  (reply) => `${reply}<|im_end|>`,
  (reply) => `${reply}\n\nUser: thanks\nAssistant: K37`,
  (reply) => `***${reply}***`,
  (reply) => `## ICD-10 Codes\n\n${reply}`,
  (reply) => `Based on the note, these codes apply:\n\n${reply}`,
  (reply) => `1. ${reply.replaceAll("\n", "\n2. ")}`,
  (reply) => `| Codes |\n|---|\n| ${reply.replaceAll("\n", " |\n| ")} |`,
  (reply) => `---\n\n${reply}\n\n---`,
  (reply) => `${reply}\n\n**Excluded:**\n\n- K37\n- J18.9`,
  (reply) => `**Considered but not coded**\n- K37\n\n**Coded**\n${reply}`,
  (reply) => `First list: K37, J18.9\n\nThe final codes are:\n${reply}`,
];

test.each(LISTS)("%j is read in the same way with thinking, markup and courtesy", (reply) => {
  const others = AROUND.map((wrap) => wrap(reply)).filter(
    (text) => valueOf(readCodes(text))?.join(" ") !== "0DTJ4ZZ K3580",
  );
  expect(others).toEqual([]);
});

test("a reply whose thinking never ends lists no codes", () => {
  expect(readCodes("<think>K35.80")).toEqual({
    kind: "read",
    value: [],
    steps: [
      { step: "unfinished thinking", at: [[0, 13]] },
      { step: "read", at: [] },
    ],
  });
});

test("the steps name the stretches of the reply with codes, and those that are left out", () => {
  expect(readCodes("K35.80, not K37")).toEqual({
    kind: "read",
    value: ["K3580"],
    steps: [
      { step: "left out a denial", at: [[12, 15]] },
      { step: "found an answer", at: [[0, 6]] },
      { step: "read", at: [[0, 6]] },
    ],
  });
});

const LONG = 100_000;
test.each([
  "K35 ",
  "K35, ",
  "K35; ",
  "K35-",
  "not ",
  "ICD-9 ",
  "if ",
  "final codes:\n",
  "K35\n\n",
  '{"codes": ["',
  "0",
])("a reply of many %j is read without a pattern that needs more time than its length", (unit) => {
  expect(readCodes(unit.repeat(LONG / unit.length)).kind).toBe("read");
});

test("a reply with 400,000 line breaks and spaces is read in linear time", () => {
  expect(readCodes(`K35.2${" \n".repeat(400_000)}I10`).kind).toBe("read");
});

test("a table of 600,000 characters in one line is read in linear time", () => {
  // with a quadratic rule it takes minutes, and the runner stops it
  const table = "| # | Diagnosis | ICD-10 | |---|---|---| | 1 | Type 2 DM | E11.65 | ".repeat(9000);
  expect(valueOf(readCodes(table))).toEqual(["E1165"]);
});
