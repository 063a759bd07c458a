/** Where a message of the inbox goes. */
export const DESKS = ["Nurse on call", "Prescription desk", "Billing office", "Appointment desk"] as const;

/** Invented for this project. No person in it exists. */
export interface Item {
  readonly desk: (typeof DESKS)[number];
  readonly message: string;
}

const to =
  (desk: Item["desk"]) =>
  (message: string): Item => ({ desk, message });

const nurse = to("Nurse on call");
const prescriptions = to("Prescription desk");
const billing = to("Billing office");
const appointments = to("Appointment desk");

export const items: readonly Item[] = [
  nurse("Since this morning my father cannot lift his right arm and his speech is slurred. Should we wait for Monday?"),
  prescriptions("My blood pressure tablets run out on Friday. I take the same dose as always and feel well."),
  billing("The invoice of March lists two consultations. I was there only once."),
  appointments("My visit is on Tuesday at 9:00, but I work that morning. Is there a place in the afternoon?"),
  nurse(
    "The wound from my operation has become red and hot, and yellow fluid comes out of it. I had a fever last night.",
  ),
  billing("Please send the receipt to my insurer. I enclose the number of the policy."),
  prescriptions("The pharmacy says that my inhaler needs a signature again. I have one dose left and no complaints."),
  appointments("The letter says that I need a check of my eyes once a year. I would like a date in June."),
  appointments("I have to cancel the vaccination on Thursday, because we are away."),
  nurse(
    "My daughter of three has had diarrhoea for two days. She drinks nothing and has had no wet nappy since yesterday.",
  ),
  prescriptions("I have lost the paper for my thyroid tablets. Could you write it again?"),
  billing("I was told that I may pay in three parts. Where do I sign for that?"),
  billing("A reminder came today, although I paid last week. A copy of the transfer is attached."),
  appointments("Is it possible to have the blood test and the visit on the same day?"),
  nurse("After the new antibiotic my lips are swollen and I have wheals on both arms."),
  prescriptions("Please renew the cream for my eczema. It works well, and the tube is empty."),
  prescriptions("My mother moved in with us. Can the monthly tablets go to the pharmacy in our street from now on?"),
  nurse("I am 34 weeks pregnant and have not felt the baby move since yesterday evening."),
  appointments("I need the first visit for my new knee pain. It has been there for a year and is not worse."),
  billing("What does the form for a medical report cost, and do I pay it myself?"),
  nurse("I took twice as many warfarin tablets as I should for three days. My gums are bleeding."),
  billing("My address on the invoice is wrong. The new one is below."),
  prescriptions("The tablets that I get for cholesterol come in a box of 30 now. May I have the box of 90 again?"),
  appointments("The physiotherapist wants a review after six weeks. Which dates are free?"),
  billing("Does the clinic accept the card of my new insurer? I do not need a visit now."),
  appointments("I missed the visit of yesterday. I am sorry. May I come next week?"),
  nurse("My husband has had pressure in his chest for half an hour and is sweating."),
  prescriptions(
    "I travel for three months and need my epilepsy tablets for the whole time. I have had no seizure for years.",
  ),
  appointments("Could the interpreter be there at my visit on the 12th?"),
  prescriptions("The label of my insulin says another brand than last month. The pharmacy asks for a new form."),
  nurse("I have felt hopeless for weeks, and today I think about ending my life."),
  billing("I would like a list of all costs of last year for my tax return."),
  prescriptions("Please send the repeat for the contraceptive pill. I have no side effects."),
  nurse("My sugar has been above 22 all day. I am very thirsty and have vomited twice."),
  billing("The estimate said 80, and the invoice says 140. Please explain the difference."),
  appointments("Do you have a visit before work, at 7:30 or so, for a check of my blood pressure?"),
  appointments("My son needs a date for the examination for his sports club."),
  prescriptions("I need new test strips for my meter. The prescription has ended."),
  nurse("I fell on my head an hour ago. Now I vomit, and one pupil is larger than the other."),
  billing("Can you refund the fee for the visit that the clinic cancelled?"),
];
