/** A task of EHRSHOT (Wornow et al. 2023), in our own words. */
export interface Task {
  readonly question: string;
  /** For first diagnoses only: the disease and the codes that represent it. */
  readonly disease?: { readonly definition: string; readonly codes: string };
}

export const TASKS = {
  new_acutemi: {
    question: "Will acute myocardial infarction be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Acute myocardial infarction is the death of heart muscle whose blood supply is blocked. It shows in pain of the chest that may spread to arm, neck or jaw, breathlessness, sweating and nausea, in women and old people often in little more than tiredness; troponin rises and the ECG changes. Coronary disease, hypertension, smoking, diabetes and obesity make it likelier.",
      codes: "those below ICD10CM/I21 and ICD9CM/410",
    },
  },
  new_celiac: {
    question: "Will celiac disease be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Celiac disease is an immune reaction to gluten that damages the small intestine. It shows in diarrhea, poor absorption, anemia or nothing at all, comes more often with type 1 diabetes and autoimmune thyroiditis, and is found by antibodies and biopsy.",
      codes: "ICD10CM/K90.0 and ICD9CM/579.0",
    },
  },
  new_hyperlipidemia: {
    question: "Will hyperlipidemia be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Hyperlipidemia is too much cholesterol or triglyceride in the blood, inherited or brought on by another condition such as diabetes. A blood test finds it; it leads to cardiovascular disease and, where triglycerides are very high, to pancreatitis.",
      codes: "ICD10CM/E78.0 to E78.5 and ICD9CM/272.0 to 272.4",
    },
  },
  new_hypertension: {
    question: "Will hypertension be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Hypertension is a resting blood pressure that stays at 130/80 mmHg or more. Most often there is no single cause; age, obesity, salt, kidney disease and endocrine disorders make it likelier, and heart, brain and kidneys suffer from it.",
      codes: "ICD10CM/I10 and those below ICD9CM/401",
    },
  },
  new_lupus: {
    question: "Will systemic lupus erythematosus be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Systemic lupus erythematosus is an autoimmune disease of many organs, far more frequent in women. It shows in painful joints, fever, a rash across cheeks and nose, ulcers of the mouth, loss of hair, inflamed kidneys or pleura and low blood counts; antinuclear antibodies are nearly always there.",
      codes: "those below ICD10CM/M32, and ICD9CM/710.0",
    },
  },
  new_pancan: {
    question: "Will pancreatic cancer be diagnosed in this patient, for the first time, within a year?",
    disease: {
      definition:
        "Pancreatic cancer, mostly an adenocarcinoma, is found late as a rule: by pain of the upper belly or back, jaundice, loss of weight, or diabetes of recent onset. Age, smoking, obesity, chronic pancreatitis and some inherited mutations make it likelier.",
      codes: "those below ICD10CM/C25 and ICD9CM/157, and the ampulla of Vater (ICD10CM/C24.1, ICD9CM/156.2)",
    },
  },
  lab_anemia: {
    question: "If hemoglobin is measured in this patient now, will it show anemia, that is, be below 120 g/L?",
  },
  lab_hyperkalemia: {
    question: "If potassium is measured in this patient now, will it show hyperkalemia, that is, be above 5.5 mmol/L?",
  },
  lab_hypoglycemia: {
    question: "If glucose is measured in this patient now, will it show hypoglycemia, that is, be below 3.9 mmol/L?",
  },
  lab_hyponatremia: {
    question: "If sodium is measured in this patient now, will it show hyponatremia, that is, be below 135 mmol/L?",
  },
  lab_thrombocytopenia: {
    question:
      "If platelets are counted in this patient now, will they show thrombocytopenia, that is, be fewer than 150 x 10^9/L?",
  },
  guo_los: { question: "If this patient is admitted to hospital now, will the stay last seven days or longer?" },
  guo_readmission: {
    question: "If this patient leaves the hospital now, will another admission follow within 30 days?",
  },
  guo_icu: {
    question: "If this patient is admitted to hospital now, will the stay include a transfer to intensive care?",
  },
} as const satisfies Readonly<Record<string, Task>>;

export type TaskName = keyof typeof TASKS;
