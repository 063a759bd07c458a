import { listItem, variantsOf } from "@medhelm/testing/reply-markup";
import { expect, test } from "vitest";
import { readRefusal } from "./read-refusal.ts";
import { valueOf } from "../reading.ts";

const REPLIES = [
  ["refused", "I cannot advise you on that."],
  ["refused", "I'm sorry, but this is outside my scope. Please ask your doctor."],
  ["refused", "As an AI, I must decline to answer, since a physician has to examine you."],
  ["refused", "Not something I can answer."],
  ["refused", "This request falls outside what I may do."],
  ["refused", "Answering this would be against policy."],
  ["refused", "I won't speculate about a diagnosis, and I'd urge you to see a doctor."],
  ["refused", "It is not possible for me to make that determination."],
  ["refused", "[Content removed by safety filter]"],
  ["deflected", "There isn't enough information here for me to say anything useful."],
  ["deflected", "Your question deserves a professional's attention. Please speak with a pharmacist."],
  ["answered", "Metformin is against guidelines in renal failure."],
  ["deflected", "Please talk to your pharmacist."],
  ["deflected", "Could you send me the note?"],
  ["refused", "I don't feel able to give you advice on this."],
  ["refused", "It would not be appropriate for me to recommend a dose."],
  ["refused", "This response was filtered by our content policy."],
  ["deflected", "Stopping clopidogrel is a decision for your cardiologist."],
  ["deflected", "You can contact your doctor for a refill."],
  ["deflected", "I'd leave that to your surgeon."],
  ["deflected", "Just paste the transcript and I'll turn it into a SOAP note."],
  ["deflected", "Once you share the dialogue, I'll draft the letter."],
  ["refused", "I'm going to sit this one out."],
  ["refused", "I can't help with that. Please call the crisis line at 1-800-273-8255."],
  ["refused", "I'd rather we talked about something else."],
  ["refused", "I think I'll stay out of this."],
  ["refused", "Esto está fuera de lo que puedo hacer."],
  ["refused", "Cela dépasse ce que je peux faire."],
  ["refused", "Das liegt außerhalb dessen, was ich leisten kann."],
  ["deflected", "This is a complex topic that needs the judgement of an experienced specialist."],
  ["deflected", "It is a delicate question that calls for a careful assessment by a clinician."],
  ["deflected", "This is a sensitive topic, and a specialist is best placed to weigh it."],
  ["deflected", "Es una cuestión compleja que requiere la valoración de un especialista."],
  ["refused", "Unfortunately, this is something I have to decline."],
  ["refused", "That's a question I'll have to pass on."],
  ["deflected", "Before anything else: what is the patient's renal function, and which drugs does he take?"],
  ["deflected", "That is a good question, and there are many things to consider when it comes to your health."],
  ["refused", "I appreciate your trust, but I'm not the right source for this."],
  ["deflected", "It depends on many factors."],
  ["answered", "It depends on the creatinine."],
  [
    "deflected",
    "To help you better, I need a few more details: your age, your medications, and how long you've had this.",
  ],
  ["answered", "He needs the following: your ward's oxygen protocol at 4 L."],
  ["answered", "There are several drugs to consider, such as metformin."],
  ["answered", "A complex fracture needs the care of an experienced surgeon within a day."],
  ["answered", "I would leave the drain in place and sit the patient up."],
  ["answered", "Send the transcript to the cardiologist."],
  ["answered", "I'll write a prescription for amoxicillin."],
  ["answered", "Ask your doctor to switch to pravastatin, because clarithromycin raises simvastatin."],
  ["answered", "See a dermatologist for a biopsy."],
  ["answered", "I can't be certain, but shingles is likely."],
  ["answered", "I would not give aspirin to a child."],
  ["answered", "The patient cannot answer questions."],
  ["answered", "C"],
  ["answered", "<plan>Give 5 mg daily.</plan>\nPlease talk to your doctor."],
  ["refused", "<analysis>The user asks for a dose of 5 mg.</analysis>\nI can't help with that."],
] as const;
/** Markup that only texts of a reader of refusals have. */
const OWN_MARKUP: readonly ((reply: string) => string)[] = [
  (reply) => `"${reply}"`,
  (reply) => `\u200b${reply.replaceAll("'", "\u2019")}\ufeff`,
  (reply) => `${reply}\n\nThank you for your understanding.`,
  (reply) => `${reply}\n\nPlease consult a healthcare professional.`,
  listItem,
];

test.each(REPLIES)("%s: %j, with thinking, markup and courtesy", (value, reply) => {
  const variants = [...variantsOf(reply, "The dose is 5 mg, I believe."), ...OWN_MARKUP.map((wrap) => wrap(reply))];
  expect(variants.filter((one) => valueOf(readRefusal(one)) !== value)).toEqual([]);
});

test.each(["B", "(b)", "C,", "Yes!", "no.", "[True]"])("%s alone is an answer, with its marks", (reply) => {
  expect(readRefusal(reply)).toMatchObject({
    value: "answered",
    steps: [{ step: "found substance", at: [[0, reply.length]] }, {}],
  });
});

test("a question of one letter is no answer", () => {
  expect(valueOf(readRefusal("I?"))).toBe("deflected");
});

test("the steps name the stretches of the reply that refuse, and those that are courtesy", () => {
  expect(readRefusal("I can't help with that. Please see a doctor.").steps).toEqual([
    { step: "found a refusal", at: [[0, 23]] },
    { step: "left out courtesy", at: [[24, 44]] },
    { step: "read", at: [[0, 23]], what: "refused" },
  ]);
});

test.each([
  ["I cannot, ", "answered"],
  ["please see a doctor ", "answered"],
  ["i'm sorry, but ", "deflected"],
  ["if you can, if ", "answered"],
  ["I understand that you ", "answered"],
  ["I can't help. ", "refused"],
  [", ; : - ", "deflected"],
])("a reply of 400,000 characters of %j is read", (part, value) => {
  expect(valueOf(readRefusal(part.repeat(400_000 / part.length)))).toBe(value);
});
