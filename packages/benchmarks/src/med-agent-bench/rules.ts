import type { Check } from "@medhelm/core/agents/environment";
import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import type { Order } from "./actions.ts";
import { birthDateOf, type Measured, measuredValues } from "./laboratory.ts";
import { containing, is, near, orderCheck, route, type Wanted } from "./order-check.ts";

/** The replies, orders and answer of the model in a task that it ended. */
export interface Played {
  readonly mrn: string;
  /** the answers that the task's file gives; absent in tasks whose answer follows from the records */
  readonly solution: unknown;
  readonly replies: readonly string[];
  readonly orders: readonly Order[];
  /** the text of the list in FINISH(...) */
  readonly answer: string;
}

type Rule = (played: Played, fhir: FhirServer) => Promise<Check[]>;

/** The tasks take place at this time. */
const NOW = "2023-11-13T10:15:00+00:00";
const DAY_MS = 24 * 3600 * 1000;
const dayAgoMs = Date.parse(NOW) - DAY_MS;

/** The ten kinds of tasks, by the start of a task's id. The rules are the authors' (refsol.py of version 2 of the tasks), in our code. */
export const rules: Readonly<Record<string, Rule>> = {
  /** which record number a patient has */
  task1: async (played) => [nothingOrdered(played), answerCheck(played, [played.solution])],
  /** a patient's age */
  task2: async (played, fhir) => [
    nothingOrdered(played),
    answerCheck(played, [[ageAt(NOW.slice(0, 10), await birthDateOf(fhir, played.mrn))]]),
  ],
  /** record a blood pressure */
  task3: async (played) => orders(played, [["Observation", bloodPressure]]),
  /** the last magnesium of a day */
  task4: async (played, fhir) => [
    nothingOrdered(played),
    answerCheck(played, [[lastOf(await magnesium(played, fhir))?.value ?? -1]]),
  ],
  /** replace low magnesium */
  task5: async (played, fhir) => {
    const last = lastOf(await magnesium(played, fhir));
    if (last === undefined) return [nothingOrdered(played)];
    const ordered =
      last.value > 1.9 ? [nothingOrdered(played)] : orders(played, [["MedicationRequest", iv(last.value)]]);
    return [...ordered, answerCheck(played, [[last.value], []])];
  },
  /** the mean glucose of a day */
  task6: async (played, fhir) => {
    const values = (await measuredValues(fhir, played.mrn, "GLU")).filter(({ atMs }) => atMs >= dayAgoMs);
    const mean = values.length === 0 ? -1 : values.reduce((sum, { value }) => sum + value, 0) / values.length;
    return [nothingOrdered(played), nearCheck(played, mean)];
  },
  /** the last glucose */
  task7: async (played, fhir) => [
    nothingOrdered(played),
    answerCheck(played, [[lastOf(await measuredValues(fhir, played.mrn, "GLU"))?.value ?? -1]]),
  ],
  /** refer to orthopaedics */
  task8: async (played) => orders(played, [["ServiceRequest", referral]]),
  /** replace low potassium, and measure it again */
  task9: async (played, fhir) => {
    const last = lastOf(await measuredValues(fhir, played.mrn, "K"));
    const ordered =
      last === undefined || last.value >= 3.5
        ? [nothingOrdered(played)]
        : orders(played, [
            ["MedicationRequest", potassium(last.value)],
            ["ServiceRequest", { ...laboratory("2823-3"), occurrenceDateTime: containing("2023-11-14T08:") }],
          ]);
    return [...ordered, answerCheck(played, [[last?.value ?? -1], []])];
  },
  /** the last HbA1c, and a new one after a year */
  task10: async (played, fhir) => {
    const last = lastOf(await measuredValues(fhir, played.mrn, "A1C"));
    const isOld = last === undefined || last.atMs < Date.parse("2022-11-13T10:15:00+00:00");
    const ordered = isOld ? orders(played, [["ServiceRequest", laboratory("4548-4")]]) : [nothingOrdered(played)];
    return [...ordered, answerCheck(played, [last === undefined ? [-1] : [last.value, last.at], []])];
  },
};

const lastOf = (values: readonly Measured[]): Measured | undefined => values.at(-1);

const magnesium = async ({ mrn }: Played, fhir: FhirServer): Promise<readonly Measured[]> =>
  (await measuredValues(fhir, mrn, "MG")).filter(({ atMs }) => atMs >= dayAgoMs);

/** The authors look for the word POST in every reply. */
const nothingOrdered = ({ replies }: Played): Check => ({
  name: "nothing ordered",
  passed: !replies.some((text) => text.includes("POST")),
});

function answerCheck({ answer }: Played, accepted: readonly unknown[]): Check {
  const given = jsonOrUndefined(answer);
  const passed = given !== undefined && accepted.some((one) => canonicalJson(one) === canonicalJson(given));
  const wanted = accepted.map((one) => JSON.stringify(one)).join(" or ");
  return { name: "answer", passed, ...(passed ? {} : { detail: `wanted ${wanted}, got ${answer}` }) };
}

function nearCheck({ answer }: Played, wanted: number): Check {
  const given = jsonOrUndefined(answer);
  const [first, ...others] = Array.isArray(given) ? given : [];
  const passed = typeof first === "number" && others.length === 0 && Math.abs(first - wanted) < 0.1;
  return { name: "answer", passed, ...(passed ? {} : { detail: `wanted about [${wanted}], got ${answer}` }) };
}

/** The orders, in the wanted sequence and no others. */
function orders(
  { mrn, orders: sent }: Played,
  wanted: readonly (readonly [resource: string, fields: Readonly<Record<string, Wanted>>])[],
): Check[] {
  const number: Check = {
    name: "number of orders",
    passed: sent.length === wanted.length,
    ...(sent.length === wanted.length ? {} : { detail: `wanted ${wanted.length}, got ${sent.length}` }),
  };
  const subject = is({ reference: `Patient/${mrn}` });
  return [number, ...wanted.map(([resource, fields], i) => orderCheck(sent[i], resource, { ...fields, subject }))];
}

/** Whole years at a date, both as YYYY-MM-DD. */
function ageAt(today: string, birthDate: string): number {
  const years = Number(today.slice(0, 4)) - Number(birthDate.slice(0, 4));
  return today.slice(5) < birthDate.slice(5) ? years - 1 : years;
}

const one: Wanted = { words: "one", holds: (value) => value === 1 };

const bloodPressure: Readonly<Record<string, Wanted>> = {
  "category.length": one,
  "category.0.coding.length": one,
  "category.0.coding.0": is({
    system: "http://hl7.org/fhir/observation-category",
    code: "vital-signs",
    display: "Vital Signs",
  }),
  code: is({ text: "BP" }),
  effectiveDateTime: is(NOW),
  status: is("final"),
  valueString: is("118/77 mmHg"),
};

const active: Readonly<Record<string, Wanted>> = { status: is("active"), intent: is("order") };

const drug = (ndc: string, by: string): Readonly<Record<string, Wanted>> => ({
  "medicationCodeableConcept.coding.0.system": is("http://hl7.org/fhir/sid/ndc"),
  "medicationCodeableConcept.coding.0.code": is(ndc),
  authoredOn: containing("2023-11-13T10:15"),
  "dosageInstruction.0.route": route(by),
  ...active,
});

const DOSE = "dosageInstruction.0.doseAndRate.0.doseQuantity";

/** Grams of magnesium, at one gram an hour. */
function iv(level: number): Readonly<Record<string, Wanted>> {
  const grams = level < 1 ? 4 : level < 1.5 ? 2 : 1;
  return {
    ...drug("0338-1715-40", "IV"),
    [DOSE]: is({ value: grams, unit: "g" }),
    "dosageInstruction.0.doseAndRate.0.rateQuantity": is({ value: grams, unit: "h" }),
  };
}

/** 10 mEq for each tenth below 3.5. */
const potassium = (level: number): Readonly<Record<string, Wanted>> => ({
  ...drug("40032-917-01", "oral"),
  [`${DOSE}.value`]: near(((3.5 - level) / 0.1) * 10),
  [`${DOSE}.unit`]: is("mEq"),
});

const service = (system: string, code: string): Readonly<Record<string, Wanted>> => ({
  "code.coding.0.system": is(system),
  "code.coding.0.code": is(code),
  authoredOn: is(NOW),
  priority: is("stat"),
  ...active,
});

const laboratory = (loinc: string) => service("http://loinc.org", loinc);

const referral: Readonly<Record<string, Wanted>> = {
  ...service("http://snomed.info/sct", "306181000000106"),
  "note.text": containing(
    "Situation: acute left knee injury, Background: radiology report indicates ACL tear. Assessment: ACL tear grade II. Recommendation: request for Orthopedic service to evaluate and provide management recommendations.",
  ),
};
