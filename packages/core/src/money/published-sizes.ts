/** What a run of a benchmark is made of, as far as it is published. */
export interface PublishedSize {
  /** instances of one run; high absent: the published runs were cut off, and how many there are in all is not published */
  readonly instances: { readonly low: number; readonly high?: number };
  /** mean tokens of a prompt, over the models of the paper, each by its own tokenizer */
  readonly promptTokens: readonly [low: number, high: number];
}

const whole = (low: number, high: number, ...promptTokens: [number, number]): PublishedSize => ({
  instances: { low, high },
  promptTokens,
});
/** The published runs were cut off at so many. */
const cut = (low: number, ...promptTokens: [number, number]): PublishedSize => ({ instances: { low }, promptTokens });

/**
 * Of the published leaderboard's runs: instances and input tokens of the paper's table of costs (nine models, data/costs.csv of its
 * repository), and the sizes of whole splits where they are published. A benchmark of several runs (CLEAR, EHRSHOT, N2C2, MedDialog)
 * is given by the run. What is not here is not known.
 */
export const PUBLISHED_SIZES: Readonly<Record<string, PublishedSize>> = {
  aci_bench: whole(120, 120, 1574, 1678),
  chw_care_plan: whole(487, 487, 708, 780),
  clear: whole(50, 100, 479, 501),
  dischargeme: cut(1000, 3384, 3668),
  ehr_sql: whole(1000, 2909, 963, 1126),
  ehrshot: cut(1000, 32_782, 43_286),
  head_qa: cut(1000, 147, 163),
  med_dialog: whole(1000, 22_642, 259, 267),
  med_mcqa: whole(1000, 4183, 101, 107),
  med_qa: whole(1000, 2545, 250, 263),
  medalign: whole(149, 172, 55_318, 68_298),
  medbullets: whole(308, 308, 330, 347),
  medcalc_bench: whole(1000, 1100, 552, 587),
  medec: whole(597, 597, 305, 327),
  medhallu: whole(1000, 2000, 682, 720),
  medi_qa: whole(150, 150, 38, 41),
  medication_qa: whole(689, 690, 22, 25),
  mental_health: whole(67, 67, 670, 704),
  mimic_bhc: whole(100, 100, 615, 654),
  mimic_rrs: cut(1000, 198, 213),
  mimiciv_billing_code: cut(1000, 2008, 2141),
  mtsamples_procedures: whole(128, 128, 289, 310),
  mtsamples_replicate: whole(78, 427, 756, 828),
  n2c2_ct_matching: whole(86, 86, 3845, 5821),
  pubmed_qa: whole(1000, 1000, 354, 378),
  race_based_med: whole(167, 167, 467, 491),
  shc_bmt_med: whole(220, 220, 2042, 2157),
  shc_cdi_med: cut(1000, 62_289, 65_244),
  shc_conf_med: cut(1000, 2018, 2090),
  shc_ent_med: cut(1000, 15_157, 15_725),
  shc_gip_med: cut(1000, 22_654, 23_794),
  shc_privacy_med: whole(300, 300, 254, 266),
  shc_proxy_med: whole(300, 300, 180, 188),
  shc_ptbm_med: whole(423, 423, 278, 292),
  shc_sei_med: whole(915, 915, 730, 777),
  shc_sequoia_med: whole(327, 327, 39_468, 41_040),
  starr_patient_instructions: whole(361, 361, 2542, 2622),
};
