import { counted } from "@medhelm/core/text/counted";
import type { Changes, Reliability } from "@medhelm/core/qualities/qualities";
import { textTable } from "../terminal/text-table.ts";
import type { QualitiesOfRun } from "./qualities-of-run.ts";

/** The qualities of a run for people. */
export function qualitiesText(found: QualitiesOfRun): string {
  const { run, metric, robustness, counterfactual, repeats, calibration, stated, style, refusals } = found;
  return [
    run,
    "",
    robustness === undefined
      ? "Robustness: not measured; add data_augmentation=typo_easy (or another value) to the run entry.\n"
      : changesText("Robustness", metric, robustness),
    ...(counterfactual === undefined ? [] : [changesText("Counterfactual probe", metric, counterfactual)]),
    ...(robustness === undefined && counterfactual === undefined ? [] : [chanceText(repeats)]),
    calibration === undefined
      ? "Calibration: not measured; the server gave no log-probabilities, or no score is right or wrong.\n"
      : calibrationText("Calibration", calibration),
    stated === undefined
      ? "Stated confidence: not measured; no scored answer has a line such as Confidence: 80 %.\n"
      : calibrationText("Stated confidence", stated),
    styleText(style),
    refusalsText(refusals),
    "MedHELM measures little fairness: a flip after a changed attribute is one sign, and its absence proves nothing.",
    "",
  ].join("\n");
}

function changesText(name: string, metric: string, { changes, all }: Changes): string {
  const rows = changes.map(({ perturbation, instances, plain, changed, worst, flips }) => [
    perturbation,
    String(instances),
    ...[plain, changed, worst].map(number),
    flips === undefined ? "not comparable" : `${percent(flips.share)} of ${flips.of}`,
  ]);
  return [
    `${name} (${metric}; worst: the lower score of each instance):`,
    textTable(
      ["change of the question", "instances", "plain", "changed", "worst", "answers that flip"],
      rows,
    ).trimEnd(),
    all === undefined
      ? ""
      : `all changes: plain ${number(all.plain)}, worst case ${number(all.worst)}, spread of the means ${number(all.spread)}; ${counted(all.instances, "instance")}`,
    "",
  ].join("\n");
}

const chanceText = (repeats: QualitiesOfRun["repeats"]): string =>
  repeats === undefined
    ? "Flips by chance: unknown; add repeats=2 to the run entry to compare with a repeat of the plain question.\n"
    : `Flips by chance: ${percent(repeats.share)} of ${repeats.of} repeats of the plain question.\n`;

function calibrationText(name: string, found: Reliability): string {
  const rows = found.bins.map(({ from, to, answers, confidence, correct, interval }) => [
    `${from.toFixed(1)} to ${to.toFixed(1)}`,
    String(answers),
    number(confidence),
    `${number(correct)} [${number(interval.low)}, ${number(interval.high)}]`,
    "#".repeat(Math.round(correct * BAR)),
  ]);
  return [
    `${name}: expected error ${number(found.ece)} (10 bins of equal width), Brier score ${number(found.brier)}; ${counted(found.answers, "answer")}:`,
    textTable(["confidence", "answers", "mean", "right", ""], rows),
  ].join("\n");
}

const BAR = 20;

function styleText(found: QualitiesOfRun["style"]): string {
  if (found === undefined) return "Style: not measured; the answers are options of a list.\n";
  const { answers, ofAnswers, ofReferences } = found;
  const line = (name: string, key: keyof typeof ofAnswers): string[] => [
    name,
    shown(ofAnswers[key]),
    ofReferences === undefined ? "no reference" : shown(ofReferences[key]),
  ];
  return [
    `Style of ${counted(answers, "answer")}, as means (English rules; style says nothing about right or wrong):`,
    textTable(
      ["", "answers", "references"],
      [
        line("words", "words"),
        line("school grade (Flesch-Kincaid)", "grade"),
        line("hedging words, of 100", "hedges"),
        line("words of 4 syllables or more, of 100", "longWords"),
      ],
    ),
  ].join("\n");
}

function refusalsText(found: QualitiesOfRun["refusals"]): string {
  if (found === undefined) return "Refusals: unknown; the run is older than their count.\n";
  const { refused, deflected, filtered, of } = found;
  const silent = refused === undefined ? "not measured" : `${refused - filtered}`;
  return `Replies without an answer, of ${of}: ${silent} refused, ${deflected ?? "not measured"} deflected (no substance), ${filtered} stopped by the provider's filter.\n`;
}

const number = (value: number): string => value.toFixed(3);
const shown = (value: number | undefined): string => (value === undefined ? "too short" : value.toFixed(1));
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
