import type { DataFile } from "@medhelm/core/run/benchmark";

/** The file with five options, at the last commit that changed it. */
export const CASES: DataFile = {
  path: "medbullets/medbullets_op5.csv",
  url: "https://raw.githubusercontent.com/HanjieChen/ChallengeClinicalQA/d20bfca3cff061460fc216e85899a86e52da4934/medbullets/medbullets_op5.csv",
  sha256: "7da4b1397418b4bd15074066ea6a377ac44a599794a959cd8ebc76937ea597e6",
};
