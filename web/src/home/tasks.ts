import type { Group } from "../release/site.ts";

interface Task {
  /** a task in plain words, e.g. "Write notes" */
  readonly name: string;
  /** the end of a sentence, e.g. "for writing notes" */
  readonly phrase: string;
}

const TASKS: Readonly<Record<string, Task>> = {
  clinical_decision_support: { name: "Decide on care", phrase: "for deciding on care" },
  clinical_note_generation: { name: "Write notes", phrase: "for writing notes" },
  patient_communication: { name: "Inform patients", phrase: "for informing patients" },
  medical_research: { name: "Support research", phrase: "for supporting research" },
  administration_and_workflow: { name: "Run the clinic", phrase: "for running the clinic" },
};

/** MedHELM's five categories as plain tasks. Another group has its own name. */
export const taskOf = ({ name, displayName }: Pick<Group, "name" | "displayName">): Task =>
  TASKS[name] ?? { name: displayName, phrase: `in ${displayName}` };
