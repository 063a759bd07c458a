/** A part of MedHELM's taxonomy with its benchmarks. The names of benchmarks are those of HELM's schema. */
export interface TaxonomySubcategory {
  readonly name: string;
  readonly description: string;
  readonly benchmarks: readonly { readonly name: string; readonly displayName: string }[];
}

export interface TaxonomyCategory {
  readonly name: string;
  readonly description: string;
  readonly subcategories: readonly TaxonomySubcategory[];
}

/** MedHELM's categories and subcategories, in the order of its guide. HELM's schema has no subcategories; its run entries name them. */
export const TAXONOMY: readonly TaxonomyCategory[] = [
  {
    name: "Clinical Decision Support",
    description: "Diagnosis, treatment, risk and clinical knowledge.",
    subcategories: [
      {
        name: "Supporting Diagnostic Decisions",
        description: "Finding out what a patient has.",
        benchmarks: [
          {
            name: "medcalc_bench",
            displayName: "MedCalc-Bench",
          },
          {
            name: "clear",
            displayName: "CLEAR",
          },
        ],
      },
      {
        name: "Planning Treatments",
        description: "Choosing a treatment and checking it for errors.",
        benchmarks: [
          {
            name: "mtsamples_replicate",
            displayName: "MTSamples",
          },
          {
            name: "medec",
            displayName: "Medec",
          },
        ],
      },
      {
        name: "Predicting Patient Risks and Outcomes",
        description: "Predicting what will happen to a patient.",
        benchmarks: [
          {
            name: "ehrshot",
            displayName: "EHRSHOT",
          },
        ],
      },
      {
        name: "Providing Clinical Knowledge Support",
        description: "Answering clinical questions, from examinations and from records.",
        benchmarks: [
          {
            name: "head_qa",
            displayName: "HeadQA",
          },
          {
            name: "medbullets",
            displayName: "Medbullets",
          },
          {
            name: "med_qa",
            displayName: "MedQA",
          },
          {
            name: "med_mcqa",
            displayName: "MedMCQA",
          },
          {
            name: "medalign",
            displayName: "MedAlign",
          },
          {
            name: "shc_ptbm_med",
            displayName: "ADHD-Behavior",
          },
          {
            name: "shc_sei_med",
            displayName: "ADHD-MedEffects",
          },
        ],
      },
    ],
  },
  {
    name: "Clinical Note Generation",
    description: "Writing what happened into the record.",
    subcategories: [
      {
        name: "Documenting Patient Visits",
        description: "Writing notes of visits and hospital stays.",
        benchmarks: [
          {
            name: "dischargeme",
            displayName: "DischargeMe",
          },
          {
            name: "aci_bench",
            displayName: "ACI-Bench",
          },
          {
            name: "mimic_bhc",
            displayName: "MIMIC-IV-BHC",
          },
        ],
      },
      {
        name: "Recording Procedures",
        description: "Writing down what was done in a procedure.",
        benchmarks: [
          {
            name: "mtsamples_procedures",
            displayName: "MTSamples Procedures",
          },
        ],
      },
      {
        name: "Documenting Diagnostic Reports",
        description: "Writing reports of imaging and other examinations.",
        benchmarks: [
          {
            name: "mimic_rrs",
            displayName: "MIMIC-RRS",
          },
        ],
      },
      {
        name: "Documenting Care Plans",
        description: "Writing down what care a patient will get.",
        benchmarks: [
          {
            name: "chw_care_plan",
            displayName: "NoteExtract",
          },
        ],
      },
    ],
  },
  {
    name: "Patient Communication and Education",
    description: "Talking with patients and explaining things to them.",
    subcategories: [
      {
        name: "Providing Patient Education Resources",
        description: "Answering patients' questions about health and medicines.",
        benchmarks: [
          {
            name: "medication_qa",
            displayName: "MedicationQA",
          },
        ],
      },
      {
        name: "Delivering Personalized Care Instructions",
        description: "Writing instructions for one patient.",
        benchmarks: [
          {
            name: "starr_patient_instructions",
            displayName: "PatientInstruct",
          },
        ],
      },
      {
        name: "Patient-Provider Messaging",
        description: "Messages between patients and those who care for them.",
        benchmarks: [
          {
            name: "med_dialog",
            displayName: "MedDialog",
          },
          {
            name: "shc_conf_med",
            displayName: "MedConfInfo",
          },
          {
            name: "shc_proxy_med",
            displayName: "ProxySender",
          },
          {
            name: "shc_privacy_med",
            displayName: "PrivacyDetection",
          },
        ],
      },
      {
        name: "Enhancing Patient Understanding and Accessibility in Health Communication",
        description: "Explaining health in words that patients understand.",
        benchmarks: [
          {
            name: "medi_qa",
            displayName: "MEDIQA",
          },
        ],
      },
      {
        name: "Facilitating Patient Engagement and Support",
        description: "Supporting patients in conversation.",
        benchmarks: [
          {
            name: "mental_health",
            displayName: "MentalHealth",
          },
        ],
      },
    ],
  },
  {
    name: "Medical Research Assistance",
    description: "Reading the literature, working with clinical data and running studies.",
    subcategories: [
      {
        name: "Conducting Literature Research",
        description: "Answering questions from publications.",
        benchmarks: [
          {
            name: "pubmed_qa",
            displayName: "PubMedQA",
          },
        ],
      },
      {
        name: "Analyzing Clinical Research Data",
        description: "Querying and analysing clinical data.",
        benchmarks: [
          {
            name: "ehr_sql",
            displayName: "EHRSQL",
          },
        ],
      },
      {
        name: "Recording Research Processes",
        description: "Documenting what happens in a study.",
        benchmarks: [
          {
            name: "shc_bmt_med",
            displayName: "BMT-Status",
          },
        ],
      },
      {
        name: "Ensuring Clinical Research Quality",
        description: "Finding bias and invented facts.",
        benchmarks: [
          {
            name: "race_based_med",
            displayName: "RaceBias",
          },
          {
            name: "medhallu",
            displayName: "MedHallu",
          },
        ],
      },
      {
        name: "Managing Research Enrollment",
        description: "Matching patients with clinical trials.",
        benchmarks: [
          {
            name: "n2c2_ct_matching",
            displayName: "N2C2-CT Matching",
          },
        ],
      },
    ],
  },
  {
    name: "Administration and Workflow",
    description: "Referrals, coding and the coordination of care.",
    subcategories: [
      {
        name: "Scheduling Resources and Staff",
        description: "Planning rooms, devices and staff.",
        benchmarks: [
          {
            name: "shc_gip_med",
            displayName: "HospiceReferral",
          },
        ],
      },
      {
        name: "Overseeing Financial Activities",
        description: "Coding and billing.",
        benchmarks: [
          {
            name: "mimiciv_billing_code",
            displayName: "MIMIC-IV Billing Code",
          },
        ],
      },
      {
        name: "Organizing Workflow Processes",
        description: "Sorting and forwarding tasks.",
        benchmarks: [
          {
            name: "shc_sequoia_med",
            displayName: "ClinicReferral",
          },
        ],
      },
      {
        name: "Care Coordination and Planning",
        description: "Referring patients and planning further care.",
        benchmarks: [
          {
            name: "shc_cdi_med",
            displayName: "CDI-QA",
          },
          {
            name: "shc_ent_med",
            displayName: "ENT-Referral",
          },
        ],
      },
    ],
  },
];
