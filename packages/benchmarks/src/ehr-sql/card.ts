import type { CardText } from "../define.ts";

export const card: CardText = {
  name: "ehr_sql",
  displayName: "EHRSQL",
  description:
    "A database schema in the style of eICU and a question about its patients. The model replies with the SQL query that answers it, or with nothing if the database has no answer. The query runs, and its rows are compared with those of the reference.",
  category: "Medical Research Assistance",
  subcategory: "Analyzing Clinical Research Data",
  access: "public",
  licence: "CC BY 4.0 (questions); the database is derived from eICU, which is credentialed",
  form: "closed",
  source: "https://github.com/glee4810/EHRSQL",
  mainMetric: "ehr_sql_execution_accuracy",
  mainSplit: "test",
  asks: "Write the database query that answers a question, or nothing where it cannot be answered.",
  forWhom: "Researchers",
  floor: {
    kind: "nothing",
    value: 0.327,
    note: "950 of 2,909 questions cannot be answered; always answering nothing scores 0.33. Profile helm cannot credit more than 0.62.",
  },
  example: {
    question:
      "Tables: patient(uniquepid, patientunitstayid, age), lab(patientunitstayid, labname, labresult, labresulttime)\n\nQuestion: What was the highest potassium value of patient 010-123?",
    answer:
      "SELECT MAX(lab.labresult) FROM lab JOIN patient USING (patientunitstayid) WHERE patient.uniquepid = '010-123' AND lab.labname = 'potassium'",
  },
  facets: {
    task: "Code generation",
    what: "Generate SQL queries from natural language for clinical research",
    who: "Researcher",
    when: "Any",
    language: "English",
  },
  origin: "existing",
  instanceCap: 1_000,
  cluster: { unit: "template", isLoaded: true },
  stratum: { unit: "answerable", field: "is_impossible" },
  dates: { firstPublic: "2023-01", answersPublic: "2023-01" },
  knownFaults: [
    "The database that HELM downloads has 7 patients: 1,106 of 1,959 answerable reference queries return no rows on it and 8 fail. Of the other 845, all except 41 return only 0 or NULL, which a trivial query matches. Scores of different databases are not comparable.",
    "Under HELM scoring precision and recall of answerability are one number that is neither. Only an empty reply counts as an abstention. A query without rows can never be right.",
    "The instances come from both valid.json and test.json.",
  ],
};
