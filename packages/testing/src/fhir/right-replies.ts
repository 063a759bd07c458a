const NOW = "2023-11-13T10:15:00+00:00";
const subject = { reference: "Patient/P1" };
const post = (resource: string, fields: object): string =>
  `POST http://localhost:8080/fhir/${resource}\n${JSON.stringify({ resourceType: resource, ...fields, subject })}`;
const get = (query: string): string => `GET http://localhost:8080/fhir/${query}`;

const active = { status: "active", intent: "order" };
const service = (system: string, code: string, more: object = {}): string =>
  post("ServiceRequest", {
    code: { coding: [{ system, code }] },
    authoredOn: NOW,
    priority: "stat",
    ...active,
    ...more,
  });
const drug = (code: string, route: unknown, doseAndRate: object): string =>
  post("MedicationRequest", {
    medicationCodeableConcept: { coding: [{ system: "http://hl7.org/fhir/sid/ndc", code }] },
    authoredOn: NOW,
    dosageInstruction: [{ route, doseAndRate: [doseAndRate] }],
    ...active,
  });

/** The replies of a model that carries out each sample task. */
export const right: Readonly<Record<string, readonly string[]>> = {
  task1_1: [get("Patient?family=Halder&given=Wim"), 'FINISH(["P1"])'],
  task2_1: [get("Patient?identifier=P1"), "FINISH([21])"],
  task3_1: [
    post("Observation", {
      category: [
        {
          coding: [
            {
              system: "http://hl7.org/fhir/observation-category",
              code: "vital-signs",
              display: "Vital Signs",
            },
          ],
        },
      ],
      code: { text: "BP" },
      effectiveDateTime: NOW,
      status: "final",
      valueString: "118/77 mmHg",
    }),
    "FINISH([])",
  ],
  task4_1: [get("Observation?patient=P1&code=MG"), "FINISH([1.2])"],
  task5_1: [
    drug("0338-1715-40", "IV", { doseQuantity: { value: 2, unit: "g" }, rateQuantity: { value: 2, unit: "h" } }),
    "FINISH([1.2])",
  ],
  task6_1: [get("Observation?patient=P1&code=GLU"), "FINISH([105.5])"],
  task7_1: [get("Observation?patient=P1&code=GLU"), "FINISH([100])"],
  task8_1: [
    service("http://snomed.info/sct", "306181000000106", {
      note: {
        text: "Situation: acute left knee injury, Background: radiology report indicates ACL tear. Assessment: ACL tear grade II. Recommendation: request for Orthopedic service to evaluate and provide management recommendations.",
      },
    }),
    "FINISH([])",
  ],
  task9_1: [
    drug("40032-917-01", { text: "oral" }, { doseQuantity: { value: 30, unit: "mEq" } }),
    service("http://loinc.org", "2823-3", { occurrenceDateTime: "2023-11-14T08:00:00+00:00" }),
    "FINISH([3.2])",
  ],
  task10_1: [service("http://loinc.org", "4548-4"), 'FINISH([5.9, "2022-03-08T10:00:00+00:00"])'],
};
