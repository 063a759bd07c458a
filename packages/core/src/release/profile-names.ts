import type { Profile } from "../run/profile.ts";

/** The profiles for people. "helm" alone could mean HELM's prompts or HELM's results. */
export const profileNames: Readonly<Record<Profile, string>> = {
  helm: "HELM scoring",
  corrected: "corrected scoring",
};

/** The profile that a release of this profile does not have. */
export const otherThan = (profile: Profile): Profile => (profile === "helm" ? "corrected" : "helm");
