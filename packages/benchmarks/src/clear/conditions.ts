/** Maps a condition's name in run entries and file names to its name in the prompt. */
export const CONDITIONS = {
  alcohol_dependence: "alcohol dependence",
  attention_deficit_hyperactivity_disorder: "attention deficit hyperactivity disorder (ADHD)",
  bipolar_disorder: "bipolar disorder",
  chronic_pain: "chronic pain",
  homelessness: "homelessness",
  liver_disease: "liver disease",
  major_depression: "major depression",
  personality_disorder: "personality disorder",
  post_traumatic_stress_disorder: "post-traumatic stress disorder (PTSD)",
  substance_use_disorder: "substance use disorder",
  suicidal_behavior: "suicidal behavior",
  tobacco_dependence: "tobacco dependence",
  unemployment: "unemployment",
} as const;

export type Condition = keyof typeof CONDITIONS;
