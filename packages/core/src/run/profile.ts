import { z } from "zod";

/** The rules of scoring. `helm`: exactly as HELM, including its errors. `corrected`: without these errors (docs/scoring.md). */
export const Profile = z.enum(["helm", "corrected"]);
export type Profile = z.infer<typeof Profile>;

/** The prompt format for judges. `helm`: HELM's exact template. `fenced`: a template that the candidate's text cannot imitate. */
export const Protocol = z.enum(["helm", "fenced"]);
export type Protocol = z.infer<typeof Protocol>;

/** Who may read a benchmark's text. `local` is the default of a custom benchmark; its owner can declare another value. */
export const Access = z.enum(["public", "gated", "private", "local"]);
export type Access = z.infer<typeof Access>;
