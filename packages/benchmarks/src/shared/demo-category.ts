/** MedHELM's five categories. The invented demo covers all of them. */
export const CATEGORIES = [
  "Clinical Decision Support",
  "Clinical Note Generation",
  "Patient Communication and Education",
  "Medical Research Assistance",
  "Administration and Workflow",
] as const;
export type Category = (typeof CATEGORIES)[number];
