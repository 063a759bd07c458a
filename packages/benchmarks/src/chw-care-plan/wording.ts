import type { WordingPart } from "../define.ts";
import { alike, textBefore } from "../shared/read-wording.ts";

/** Ends the text above a note. */
export const ABOVE_NOTE = "\n\nClinical Note:\n";

/** The text above a note: the form to fill in from it. */
export const wording: WordingPart<unknown, "task"> = {
  own: {
    task: `
Below is a note of a visit. Fill in the form from it, with what the note says and nothing else: no guesses, no knowledge from elsewhere. Keep the patient's words where you can, be brief, and write "Not mentioned" where the note is silent.

Form:

Chief Complaint
[why the patient came]

History of Present Illness

Onset: [when it began, and whether at once or little by little]

Provoking/Palliating Factors: [what brings it on or worsens it, and what eases it]

Quality: [how it feels, for instance burning, dull, throbbing]

Region/Radiation: [where it is, and where it spreads]

Severity: [how bad it is, from 1 to 10]

Timing: [when it comes, how long it lasts, how often]

Related Symptoms: [what else came with it]`,
  },
  read: (texts) =>
    alike(texts, (text) => {
      const task = textBefore(text, ABOVE_NOTE);
      return task === undefined ? undefined : { task };
    }),
};
