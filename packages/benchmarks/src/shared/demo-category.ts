/** MedHELM's five categories, which the invented demo covers. */
export const CATEGORIES = [
  "Clinical Decision Support",
  "Clinical Note Generation",
  "Patient Communication and Education",
  "Medical Research Assistance",
  "Administration and Workflow",
] as const;
export type Category = (typeof CATEGORIES)[number];
