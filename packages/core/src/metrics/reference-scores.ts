import type { Profile } from "../run/profile.ts";
import { bleu1, bleu4 } from "./bleu.ts";
import {
  exactMatch,
  exactMatchIndicator,
  prefixExactMatch,
  quasiExactMatch,
  quasiLeaveArticlesExactMatch,
  quasiPrefixExactMatch,
  type ReferenceScore,
  withEmptyGold,
} from "./exact-match.ts";
import { f1Score } from "./f1-score.ts";
import { finalNumberExactMatch } from "./final-number.ts";
import { rouge1, rouge2, rougeL } from "./rouge.ts";

/** The supported values of BasicGenerationMetric's `names`. */
export const referenceScores: Readonly<Record<string, ReferenceScore>> = {
  exact_match: exactMatch,
  quasi_exact_match: quasiExactMatch,
  quasi_leave_articles_exact_match: quasiLeaveArticlesExactMatch,
  prefix_exact_match: prefixExactMatch,
  quasi_prefix_exact_match: quasiPrefixExactMatch,
  exact_match_indicator: exactMatchIndicator,
  final_number_exact_match: finalNumberExactMatch,
  f1_score: f1Score,
  bleu_1: bleu1,
  bleu_4: bleu4,
  rouge_1: rouge1,
  rouge_2: rouge2,
  rouge_l: rougeL,
};

/** The versions of profile `corrected`. */
const correctedScores: Readonly<Record<string, ReferenceScore>> = {
  quasi_exact_match: withEmptyGold(quasiExactMatch),
  quasi_prefix_exact_match: withEmptyGold(quasiPrefixExactMatch),
};

/** Returns the score of that name; undefined if this build lacks it. */
export function referenceScore(name: string, profile: Profile): ReferenceScore | undefined {
  if (profile === "corrected" && Object.hasOwn(correctedScores, name)) return correctedScores[name];
  return Object.hasOwn(referenceScores, name) ? referenceScores[name] : undefined;
}

/** HELM has more names, for Chinese, mathematics, code and speech; no MedHELM benchmark uses them. */
export function whyNotBuilt(name: string): string {
  return name.startsWith("chinese_")
    ? "it needs a Chinese word list, and no MedHELM benchmark uses it"
    : "this metric is not built yet";
}
