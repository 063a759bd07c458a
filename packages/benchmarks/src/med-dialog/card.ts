import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "med_dialog",
  displayName: "MedDialog",
  description:
    "Patients' questions to online doctors and the doctors' replies, from two web sites. The model summarises each exchange in one sentence, and a jury compares it with the exchange's headline.",
  category: "Patient Communication and Education",
  subcategory: "Patient-Provider Messaging",
  access: "public",
  licence: "copyright stays with healthcaremagic.com and icliniq.com",
  form: "open",
  source: "https://github.com/UCSD-AI4H/Medical-Dialogue-System, split by https://github.com/GanjinZero/BioBART",
  mainMetric: "med_dialog_accuracy",
  mainSplit: "test",
  asks: "Summarise an exchange between patient and doctor in one sentence.",
  forWhom: "Clinicians",
  example: {
    question:
      "Patient: I have had heartburn every night for a month; antacids help for an hour only.\nDoctor: Please take omeprazole 20 mg before breakfast for four weeks and come back if it has not gone, or earlier if you lose weight or have trouble swallowing.\n\nSummarise in one sentence.",
    answer:
      "A month of nightly heartburn; advised four weeks of omeprazole and to return if it persists or alarm signs appear.",
  },
  facets: {
    task: "Text generation",
    what: "Generate summaries of doctor-patient conversations",
    who: "Clinician",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  stratum: { unit: "subset", argument: "subset" },
  dates: { firstPublic: "2020-04", answersPublic: "2020-04" },
  knownFaults: [
    "The name has two subsets, which are separate runs. HELM's entries use 1,000 exchanges of each.",
    "The references are headlines and not summaries of the whole exchange. On icliniq.com the patients wrote them.",
    "An exchange without text or without a headline is still an instance.",
  ],
};
