import { permutation } from "@medhelm/core/random/numpy";
import type { LoadedInstance } from "../define.ts";
import { inCluster } from "../shared/in-cluster.ts";
import { choices } from "../shared/multiple-choice.ts";
import type { TaskName } from "./tasks.ts";
import type { Label, Timelines } from "./timelines.ts";
import { ABOVE_CODES } from "./wording.ts";

/**
 * helm: prompts are in the order of patient and time, labels in the order of the file. corrected: each label has its own
 * prompt.
 */
export type Pairing = "helm" | "corrected";

/** Laboratory tasks have up to 300,000 labels. */
const MOST_LABELS = 10_000;
const SEED = 1;

/**
 * Selects the labels to ask about. HELM draws 10,000 labels of a laboratory task (pandas' sample). Fewer labels stay unchanged,
 * where HELM stops.
 */
export function drawn(labels: readonly Label[], task: TaskName): readonly Label[] {
  if (!task.startsWith("lab_") || labels.length < MOST_LABELS) return labels;
  return permutation(labels.length, SEED)
    .slice(0, MOST_LABELS)
    .flatMap((row) => labels[row] ?? []);
}

/**
 * Makes one instance per label (helm: ehrshot_scenario.py), in the order of `labels`. Skips a prompt that `fits` refuses, and
 * the label at its position.
 */
export function toInstances(
  labels: readonly Label[],
  timelines: Timelines,
  options: {
    /** The text above the codes. */
    readonly instructions: string;
    readonly pairing: Pairing;
    readonly fits: (before: string, codes: readonly string[]) => boolean;
  },
): LoadedInstance[] {
  const { instructions, pairing, fits } = options;
  const asked = pairing === "corrected" ? labels : labels.toSorted(byPatientAndTime);
  const before = `${instructions}${ABOVE_CODES}`;
  return labels.flatMap(({ isYes }, i) => {
    const about = asked[i];
    const codes = about === undefined ? [] : timelines.until(about.subject, about.time);
    if (!fits(before, codes)) return [];
    return {
      input: { text: `${before}${codes.map(codeLine).join("\n")}\n\n` },
      references: choices(["yes", "no"], (place) => (place === 0) === isYes),
      split: "test",
      ...inCluster(about === undefined ? undefined : String(about.subject)),
    };
  });
}

/** Formats a code for the prompt. */
export const codeLine = (code: string): string => `- ${code}`;

const byPatientAndTime = (a: Label, b: Label): number =>
  a.subject === b.subject ? a.time - b.time : a.subject < b.subject ? -1 : 1;
