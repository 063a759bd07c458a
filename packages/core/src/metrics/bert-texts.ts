import type { RequestState } from "../helm/scenario-state.ts";
import type { Profile } from "../run/profile.ts";
import { predictionOf, referencesOf } from "./summarization.ts";

/** Returns the texts that BERTScore compares in this profile. */
export function bertTexts(
  state: RequestState,
  profile: Profile,
): { readonly candidate: string; readonly references: readonly string[] } {
  return { candidate: predictionOf(state, profile), references: referencesOf(state, profile) };
}
