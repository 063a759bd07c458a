import type { Category } from "../shared/demo-category.ts";

/** Invented for this project. The right option is first, then three wrong ones. instances.ts orders them. */
export interface Item {
  readonly category: Category;
  readonly question: string;
  readonly options: readonly [right: string, string, string, string];
}

const of =
  (category: Category) =>
  (question: string, ...options: [string, string, string, string]): Item => ({ category, question, options });

const decision = of("Clinical Decision Support");
const note = of("Clinical Note Generation");
const patient = of("Patient Communication and Education");
const research = of("Medical Research Assistance");
const office = of("Administration and Workflow");

export const items: readonly Item[] = [
  decision(
    "A person of 58 has had crushing chest pain for an hour; the ECG shows ST elevation in leads II, III and aVF. Which part of the heart is affected?",
    "Inferior wall",
    "Front wall",
    "Lateral wall",
    "Septum",
  ),
  note(
    "In a SOAP note, where does a measured blood pressure belong?",
    "Objective",
    "Subjective",
    "Assessment",
    "Plan of management",
  ),
  patient(
    'Which words best replace "hypertension" in a letter to a patient?',
    "High blood pressure",
    "Raised arterial tension reading",
    "Cardiac overload",
    "Elevated haemodynamics",
  ),
  research(
    "Which study design assigns each participant to a treatment by chance?",
    "Randomised controlled trial",
    "Case-control study",
    "Cross-sectional survey",
    "Case report",
  ),
  office("Visits last 20 minutes each. How many fit between 9:00 and 12:00 without a break?", "9", "6", "12", "20"),
  decision(
    "Which change in the blood classically gives tall, peaked T waves?",
    "High potassium",
    "Low potassium",
    "High calcium",
    "Low serum magnesium",
  ),
  note(
    "In a SOAP note, where does the patient's own account of the pain belong?",
    "Subjective",
    "Objective findings",
    "Assessment",
    "Plan",
  ),
  patient(
    'What does "teach-back" mean?',
    "The patient explains it in their own words",
    "The patient signs the leaflet",
    "The clinician repeats it slowly",
    "The family is told",
  ),
  research(
    "A relative risk of 1.00 has a 95 % confidence interval from 0.80 to 1.25. What was shown?",
    "No clear difference",
    "A risk that is 95 % lower",
    "Proof that the treatment does harm",
    "A significant difference at the 5 % level",
  ),
  office(
    "Which message should go to the billing office?",
    "A question about an invoice",
    "A request for a repeat prescription",
    "A new rash after a vaccination",
    "A fever of three days",
  ),
  decision(
    "Hives, wheeze and a falling blood pressure follow a bee sting within minutes. What is given first?",
    "Intramuscular adrenaline",
    "Antihistamine tablets",
    "Inhaled salbutamol",
    "Fluids alone",
  ),
  note(
    "Which entry belongs under allergies?",
    "Penicillin: hives in childhood",
    "Takes penicillin every day",
    "Father died of a heart attack",
    "Asks for a letter to school",
  ),
  patient(
    "A patient writes that one arm has been weak and speech slurred for 20 minutes. What is the right reply?",
    "Call the emergency number now",
    "Book the next routine visit this week",
    "Rest today and write again tomorrow",
    "Drink more water",
  ),
  research(
    "Of 100 people who have a disease, a test finds 90. What is this 90 % called?",
    "Sensitivity",
    "Specificity",
    "Prevalence",
    "Negative predictive value",
  ),
  office(
    "A letter arrives that refers a patient urgently for suspected cancer. Where does it go first?",
    "Urgent referral queue",
    "Archive of closed cases from this year",
    "Routine follow-up list",
    "General enquiries",
  ),
  decision(
    "A person is found with pinpoint pupils and very slow breathing beside opioid tablets. Which antidote is meant for this?",
    "Naloxone",
    "Flumazenil",
    "Acetylcysteine",
    "Atropine sulphate",
  ),
  note(
    "Which part of a discharge summary tells the family doctor what to check next?",
    "Follow-up",
    "Presenting complaint",
    "Past surgical history",
    "Family history",
  ),
  patient(
    "A patient asks whether antibiotics cure a common cold. What is right?",
    "No, viruses cause colds",
    "Yes, if started on the first day",
    "Yes, but only two of them together",
    "No, fungi cause colds",
  ),
  research("In a group of 200 people 10 died. What is the absolute risk of death?", "5 %", "0.5 %", "20 %", "10 %"),
  office(
    "What is prior authorisation?",
    "The insurer's approval before a service",
    "The patient's payment after a service",
    "The doctor's signature at discharge",
    "The pharmacy's count of stock",
  ),
  decision(
    "A woman of 24 has lower abdominal pain and has missed a period. Which test comes first?",
    "Pregnancy test",
    "Colonoscopy",
    "Bone scan",
    "Sweat test",
  ),
  note(
    'What does "estimated blood loss 50 mL" record in an operation note?',
    "Blood lost during the procedure",
    "Blood given by transfusion afterwards",
    "Blood drawn for the laboratory the day before",
    "Fluid used for rinsing",
  ),
  patient(
    "What must be settled before a result is told to a patient's relative?",
    "That the patient agrees",
    "That the relative asked politely",
    "That all results are normal this time",
    "That the relative lives nearby",
  ),
  research(
    "A treatment lowers the risk of an event from 4 % to 2 %. How many people must be treated to prevent one event?",
    "50",
    "2",
    "25",
    "100",
  ),
  office(
    "Two patients of the same name are waiting. What is the safe way to open the right record?",
    "Check the date of birth too",
    "Take the record that was opened last",
    "Ask which of them has been waiting longer",
    "Merge both records",
  ),
  decision(
    "A child of two has a barking cough and a harsh noise on breathing in, worse at night. What is most likely?",
    "Croup",
    "Bronchiolitis",
    "Appendicitis",
    "Cystic fibrosis",
  ),
  note('Which abbreviation stands for "no known drug allergies"?', "NKDA", "NPO", "PRN", "DNAR"),
  patient(
    "A patient speaks little of the clinic's language. Who should interpret a talk about surgery?",
    "A trained interpreter",
    "The patient's young child",
    "Somebody else from the waiting room",
    "A neighbour",
  ),
  research(
    "A trial takes adults from 18 to 65 years with an eGFR above 60. Who may take part?",
    "Age 40, eGFR 85",
    "Age 70, eGFR 90",
    "Age 17, eGFR 95",
    "Age 50, eGFR 45, no symptoms",
  ),
  office(
    "A ward of 23 patients needs one nurse for every five patients or part of five. How many nurses are needed?",
    "5",
    "3",
    "4",
    "23",
  ),
];
