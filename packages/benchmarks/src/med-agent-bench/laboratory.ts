import type { FhirServer } from "@medhelm/core/agents/fhir-server";
import { jsonOrUndefined } from "@medhelm/core/text/json-or-undefined";
import { UserError } from "@medhelm/core/user-error";
import { z } from "zod";

/** A value of a laboratory test or of a monitor. */
export interface Measured {
  readonly value: number;
  /** the text of the time in the record */
  readonly at: string;
  readonly atMs: number;
}

const Observation = z.object({
  effectiveDateTime: z.string().refine((text) => !Number.isNaN(Date.parse(text))),
  valueQuantity: z.object({ value: z.number() }),
});
const Patient = z.object({ birthDate: z.iso.date() });

/** The patient's values of one kind, e.g. "K", the earliest first. */
export async function measuredValues(fhir: FhirServer, mrn: string, code: string): Promise<readonly Measured[]> {
  const query = `Observation?patient=${encodeURIComponent(mrn)}&code=${code}&_count=5000&_format=json`;
  const found = await search(fhir, query, Observation);
  return found
    .map(({ effectiveDateTime: at, valueQuantity: { value } }) => ({ value, at, atMs: Date.parse(at) }))
    .toSorted((a, b) => a.atMs - b.atMs);
}

/** The patient's date of birth. @throws UserError for an unknown patient */
export async function birthDateOf(fhir: FhirServer, mrn: string): Promise<string> {
  const [first] = await search(fhir, `Patient?identifier=${encodeURIComponent(mrn)}&_format=json`, Patient);
  if (first === undefined) throw new UserError(`the FHIR server has no patient ${mrn}; ${OWN_RECORDS}`);
  return first.birthDate;
}

const OWN_RECORDS = "start the server with the benchmark's own records";

/** @throws UserError for a reply that is not a whole list, because a check must not guess */
async function search<T>(fhir: FhirServer, query: string, resource: z.ZodType<T>): Promise<readonly T[]> {
  const { status, text } = await fhir.read(query);
  const Bundle = z.object({
    entry: z.array(z.object({ resource })).default([]),
    link: z.array(z.object({ relation: z.string() })).default([]),
  });
  const parsed = Bundle.safeParse(jsonOrUndefined(text));
  if (status !== 200 || !parsed.success)
    throw new UserError(
      `the FHIR server's reply to ${query} (HTTP ${status}) has not the records that the check needs; ${OWN_RECORDS}`,
    );
  if (parsed.data.link.some(({ relation }) => relation === "next"))
    throw new UserError(`the FHIR server sends only a part of ${query}; let it send pages of 5,000 records`);
  return parsed.data.entry.map((one) => one.resource);
}
