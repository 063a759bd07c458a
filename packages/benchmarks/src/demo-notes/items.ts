import type { Category } from "../shared/demo-category.ts";

/** Invented for this project. No person in it exists. */
export interface Item {
  readonly category: Category;
  readonly source: string;
  readonly task: string;
  readonly reference: string;
}

export const items: readonly Item[] = [
  {
    category: "Clinical Note Generation",
    source:
      "I have had a sore throat since Monday. It hurts when I swallow, and I had a fever of 38.5 last night. I have no cough. The doctor saw red tonsils with white spots and felt tender glands in the neck. A rapid strep test was positive.",
    task: "Write the assessment in one or two sentences.",
    reference:
      "Strep throat: sore throat with fever since Monday, red tonsils with white spots, tender neck glands, no cough, and a positive rapid strep test.",
  },
  {
    category: "Patient Communication and Education",
    source:
      "Start amlodipine 5 mg once daily. Blood pressure 162/98 on three visits. Ankle swelling may occur. Recheck blood pressure in four weeks. Reduce salt.",
    task: "Tell the patient in plain words what to do.",
    reference:
      "Your blood pressure is too high. Take one amlodipine 5 mg tablet every day and eat less salt. Your ankles may swell. Come back in four weeks to have your blood pressure checked.",
  },
  {
    category: "Clinical Decision Support",
    source:
      "A person of 70 takes warfarin. Today the INR is 7.2. There is no bleeding. An antibiotic, co-trimoxazole, was started five days ago for a urine infection.",
    task: "What is the likely cause of the high INR? Answer in one sentence.",
    reference: "The antibiotic co-trimoxazole, started five days ago, most likely raised the effect of warfarin.",
  },
  {
    category: "Medical Research Assistance",
    source:
      "We followed 400 adults with asthma for a year. Half got a weekly text message that reminded them of their inhaler. Visits to the emergency department fell from 31 to 18 per 100 adults with messages and from 30 to 29 without. Adherence was reported by the adults themselves.",
    task: "State the finding and one limit of the study.",
    reference:
      "Weekly text messages were followed by fewer emergency visits, 18 against 29 per 100 adults with asthma; a limit is that adherence was reported by the adults themselves.",
  },
  {
    category: "Administration and Workflow",
    source:
      "Voicemail: This is about my knee operation on the 14th. I have a cold and a fever and I am not sure whether I should come. Please ring me before noon. I also need a new date for the physiotherapy after it.",
    task: "Write a short task for the surgical coordinator.",
    reference:
      "Ring the patient before noon: has a cold and fever before the knee operation on the 14th and asks whether to come; the physiotherapy afterwards may need a new date.",
  },
  {
    category: "Clinical Note Generation",
    source:
      "Under local anaesthesia a mole of 8 mm was cut out from the left shoulder with a margin of 2 mm. The wound was closed with four stitches. There was little bleeding and no complication. The mole was sent to pathology. The patient went home at once.",
    task: "Write a procedure note in one or two sentences.",
    reference:
      "Excision of an 8 mm mole from the left shoulder under local anaesthesia with a 2 mm margin, closed with four stitches; little bleeding, no complication, specimen sent to pathology.",
  },
  {
    category: "Patient Communication and Education",
    source:
      "Colonoscopy on Thursday at 10:00. Clear fluids only from Wednesday noon. Drink the first half of the bowel preparation at 18:00 on Wednesday and the second half at 5:00 on Thursday. Do not drive home after sedation.",
    task: "Write a reminder for the patient.",
    reference:
      "Your colonoscopy is on Thursday at 10:00. From Wednesday noon have clear fluids only. Drink the first half of the preparation on Wednesday at 18:00 and the second half on Thursday at 5:00. Do not drive home after the sedation.",
  },
  {
    category: "Clinical Note Generation",
    source:
      "Chest X-ray. There is a patchy shadow in the right lower lobe. The heart is of normal size. There is no fluid around the lungs. The bones look normal. Compared with last year the shadow is new.",
    task: "Write the impression of the report.",
    reference: "New patchy shadow in the right lower lobe; heart of normal size, no fluid around the lungs.",
  },
  {
    category: "Clinical Decision Support",
    source:
      "A student of 19 has headache, fever and a stiff neck since this morning. There are small purple spots on the legs that do not fade under a glass. The blood pressure is 88/50.",
    task: "What must be suspected and done at once?",
    reference:
      "Suspect meningococcal meningitis with sepsis: fever, stiff neck and purple spots that do not fade; give antibiotics and fluids at once and call emergency help.",
  },
  {
    category: "Patient Communication and Education",
    source:
      "Message from a patient: My new tablets for diabetes, metformin, give me an upset stomach. I take them before breakfast. Should I stop? Answer from the nurse: take it with food, it often settles within two weeks, do not stop without talking to us, call if you vomit.",
    task: "Write the reply to the patient.",
    reference:
      "Please do not stop metformin without talking to us. Take it with food rather than before breakfast. An upset stomach often settles within two weeks. Call us if you vomit.",
  },
  {
    category: "Medical Research Assistance",
    source:
      "Patients may join if they are 18 or older, have type 2 diabetes for at least one year, and have an HbA1c between 7.5 % and 10 %. They may not join if they are pregnant or had a heart attack within six months. A volunteer is 52, has had type 2 diabetes for four years, an HbA1c of 8.1 %, and had a heart attack two months ago.",
    task: "May the volunteer join? Give the reason.",
    reference:
      "The volunteer may not join, because of the heart attack two months ago, which is within six months; age, type 2 diabetes and HbA1c would fit.",
  },
  {
    category: "Administration and Workflow",
    source:
      "The insurer refused the MRI of the lower back because no six weeks of physiotherapy were documented. The notes show eight weeks of physiotherapy from March to May without relief, and new weakness of the left foot.",
    task: "Write the main argument of the appeal.",
    reference:
      "The notes document eight weeks of physiotherapy from March to May without relief, more than the six weeks required, and the new weakness of the left foot makes the MRI of the lower back necessary.",
  },
  {
    category: "Clinical Note Generation",
    source:
      "The patient walks with a stick since a fall two weeks ago. Lives alone on the second floor without a lift. A niece shops once a week. Wants to stay at home. Physiotherapy twice a week was agreed, and a nurse will visit on Fridays.",
    task: "Write a short care plan.",
    reference:
      "Goal: to stay at home. Walks with a stick after a fall. Physiotherapy twice a week, a nurse visits on Fridays, and a niece shops once a week.",
  },
  {
    category: "Administration and Workflow",
    source:
      "Handover: Bed 4 waits for a blood result, then may go home. Bed 7 needs a wheelchair for the scan at 15:00. Bed 9 has a new fever and the doctor has been called. The printer is broken again.",
    task: "List what the next shift must do, the most urgent first.",
    reference:
      "First bed 9: new fever, doctor called. Then bed 7: wheelchair for the scan at 15:00. Then bed 4: home after the blood result.",
  },
];
