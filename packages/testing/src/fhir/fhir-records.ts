/** A resource of the small FHIR server, with the values by which searches find it. */
export interface FhirRecord {
  readonly keys: Readonly<Record<string, string>>;
  readonly resource: Readonly<Record<string, unknown>>;
}

const measured = (code: string, value: number, at: string): FhirRecord => ({
  keys: { patient: "P1", code },
  resource: { resourceType: "Observation", effectiveDateTime: at, valueQuantity: { value } },
});

/** An invented patient with laboratory values around 2023-11-13T10:15. The list is not in the order of time. */
export const RECORDS: readonly FhirRecord[] = [
  {
    keys: { identifier: "P1", family: "Halder", given: "Wim", birthdate: "2001-12-03" },
    resource: { resourceType: "Patient", id: "P1", birthDate: "2001-12-03" },
  },
  measured("MG", 1.2, "2023-11-13T08:00:00+00:00"),
  measured("MG", 2.4, "2023-11-12T12:00:00+00:00"),
  measured("MG", 0.5, "2023-11-11T08:00:00+00:00"),
  measured("GLU", 100, "2023-11-13T09:00:00+00:00"),
  measured("GLU", 111, "2023-11-12T11:00:00+00:00"),
  measured("GLU", 300, "2023-11-10T11:00:00+00:00"),
  measured("K", 3.2, "2023-11-13T05:00:00+00:00"),
  measured("A1C", 5.9, "2022-03-08T10:00:00+00:00"),
];

/** The bundle that a search finds, e.g. for "Observation?patient=P1&code=K". Parameters of the form and of pages find everything. */
export function searchRecords(
  query: string,
  records: readonly FhirRecord[] = RECORDS,
): Readonly<Record<string, unknown>> {
  const [type = "", search = ""] = query.split("?");
  const wanted = [...new URLSearchParams(search)].filter(([name]) => !name.startsWith("_"));
  const found = records.filter(
    ({ keys, resource }) => resource["resourceType"] === type && wanted.every(([name, value]) => keys[name] === value),
  );
  return {
    resourceType: "Bundle",
    total: found.length,
    link: [{ relation: "self", url: query }],
    ...(found.length > 0 && { entry: found.map(({ resource }) => ({ resource })) }),
  };
}
