import { readUnit, type Unit } from "./units.ts";

/** The words before the unit in which a question wants its answer: "in mL/min", "(mg/dL)", "How many litres", "Give mL/min". */
const LEAD =
  /(?<!\p{L})(?:in(?: terms of| units of)?|as|give|state|report|return|express(?:ed)? in|how (?:many|much)|count)\s(?:an?\s)?|\(|,\s/giu;
/** "What is the dose in mg of hydrocortisone" has one, "in 24 hours" and "in a dose" none. */
const isRequested = (lead: string, { dimension, form }: Unit): boolean =>
  dimension !== "dose" && (dimension !== "time" || form === "ms" || form === "s" || /^how many/iu.test(lead));

/** Finds the unit that a question requests, as unitForm() writes it. */
export function askedUnit(question: string): string | undefined {
  for (const { 0: lead, index } of question.matchAll(LEAD)) {
    const rest = question.slice(index + lead.length);
    const unit = readUnit(lead.startsWith("count") ? rest.replace(/^per\s/iu, "/") : rest);
    if (unit !== undefined && isRequested(lead, unit)) return unit.form;
  }
  return undefined;
}
