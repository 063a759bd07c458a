import { counted } from "@medhelm/core/text/counted";
import type { Measure, Measures } from "@medhelm/core/agreement/measure";
import { iccSampleSize } from "@medhelm/core/statistics/icc-sample-size";
import { textTable } from "../terminal/text-table.ts";
import type { AgreeGroup, AgreeReport, RunMean } from "./agree-report.ts";

/** The report for people: the headlines, every form of the first group, the published numbers, and a picture of the ratings. */
export function agreeText(report: AgreeReport): string {
  const [first] = report.groups;
  if (first === undefined) return "";
  return [
    heading(report, first),
    headlines(report.groups),
    allForms(first),
    alternativeText(first),
    publishedText(report, first),
    meansText(report.means),
    histogram(first),
  ]
    .filter((part) => part !== "")
    .join("\n");
}

const range = (min: number, max: number): string => (min === max ? `${max}` : `${min} to ${max}`);

/** The design of the MedHELM paper's study of agreement. */
const PLAN = { icc: 0.75, raters: 2, width: 0.3, assurance: 0.8, alpha: 0.05 };

function heading({ judge, scale }: AgreeReport, group: AgreeGroup): string {
  const { ratings, items, raters, itemsPerRater, judged, humanHuman } = group;
  const needed = Math.ceil(iccSampleSize(PLAN) ?? 0);
  return [
    `ratings     ${ratings} by ${counted(raters, "clinician")} on ${counted(items, "answer")}, ${range(itemsPerRater.min, itemsPerRater.max)} each; scale ${scale.min} to ${scale.max}`,
    `design      ${humanHuman.design}; ${counted(humanHuman.itemsWithTwo, "answer has", "answers have")} two ratings or more`,
    `jury        ${judge}; ${counted(judged, "rating has", "ratings have")} its score`,
    `size        an ICC of ${PLAN.icc} with an interval of width ${PLAN.width} needs ${needed} answers with ${PLAN.raters} ratings each (Zou 2012, assurance 80 %)`,
    "",
  ].join("\n");
}

function headlines(groups: readonly AgreeGroup[]): string {
  const rows = groups.map(({ dataset, criterion, judged, judgeHuman, humanHuman }) => [
    dataset,
    criterion,
    String(judged),
    measureText(judgeHuman["ICC(A,1)"]),
    measureText(judgeHuman["within one point"]),
    measureText(judgeHuman["bias, judge less clinician"], true),
    `${humanHuman.headline} ${measureText(humanHuman.measures[humanHuman.headline])}`,
    String(humanHuman.itemsWithTwo),
  ]);
  return textTable(
    ["data", "criterion", "n", "jury: ICC(A,1)", "within one", "bias", "clinicians among themselves", "answers"],
    rows,
  );
}

function allForms({ dataset, criterion, judgeHuman, humanHuman }: AgreeGroup): string {
  const names = [...new Set([...Object.keys(judgeHuman), ...Object.keys(humanHuman.measures)])];
  const notes: string[] = [];
  const numberOf = (note: string): number => (notes.includes(note) ? notes.indexOf(note) + 1 : notes.push(note));
  const shown = (measures: Measures, name: string): string => {
    const measure = measures[name];
    if (measure === undefined) return "";
    if ("undefinedBecause" in measure)
      return `undefined (${numberOf(`undefined, because ${measure.undefinedBecause}`)})`;
    if (!("interval" in measure)) return measureText(measure, name.startsWith("bias"));
    return `${valueText(measure.value, name.startsWith("bias"))} (${numberOf(`no interval, because ${measure.interval.undefinedBecause}`)})`;
  };
  const rows = names.map((name) => [name, shown(judgeHuman, name), shown(humanHuman.measures, name)]);
  return [
    `All forms, ${dataset === "all" ? "all data" : dataset}, ${criterion}; brackets are 95 % intervals over answers:`,
    textTable(["form", "jury and each rating", "clinicians among themselves"], rows).trimEnd(),
    ...notes.map((note, i) => `(${i + 1}) ${note}`),
    "",
  ].join("\n");
}

function measureText(measure: Measure | undefined, signed = false): string {
  if (measure === undefined) return "";
  if ("undefinedBecause" in measure) return `undefined, because ${measure.undefinedBecause}`;
  const text = (number: number): string => valueText(number, signed);
  return "interval" in measure
    ? `${text(measure.value)} (no interval, because ${measure.interval.undefinedBecause})`
    : `${text(measure.value)} [${text(measure.low)}, ${text(measure.high)}]`;
}

const valueText = (value: number, signed: boolean): string => `${signed && value > 0 ? "+" : ""}${value.toFixed(2)}`;

function alternativeText({ alternative }: AgreeGroup): string {
  const name = "comparable with clinicians (alternative-annotator test)";
  if ("undefinedBecause" in alternative) return `${name}: cannot be decided, because ${alternative.undefinedBecause}\n`;
  const { winningRate = 0, passes, raters, advantage, p } = alternative;
  const each = raters.map((rater, i) => `${rater} ${advantage[i]?.toFixed(2)} (p ${p[i]?.toFixed(3)})`).join(", ");
  return `${name}: ${passes === true ? "yes" : "no"}; the jury can replace ${winningRate.toFixed(2)} of ${raters.length} clinicians, and 0.5 is needed\nshare of answers on which the jury is at least as near to the others: ${each}\n`;
}

function publishedText({ published }: AgreeReport, group: AgreeGroup): string {
  const { humanHuman } = group;
  const here = "not in these ratings";
  return [
    `Published: ${published.source}. Its script gives ICC(C,k), a consistency of means; the forms here are of single ratings.`,
    textTable(
      ["", "published", "these ratings"],
      [
        ["jury and clinicians", String(published.jury), `ICC(A,1) ${measureText(group.judgeHuman["ICC(A,1)"])}`],
        [
          "clinicians among themselves",
          String(published.clinicians),
          `${humanHuman.headline} ${measureText(humanHuman.measures[humanHuman.headline])}`,
        ],
        ["ROUGE-L and clinicians", String(published.rougeL), here],
        ["BERTScore and clinicians", String(published.bertScore), here],
      ],
    ),
  ].join("\n");
}

function meansText(means: readonly RunMean[]): string {
  if (means.length === 0) return "";
  const rows = means.map(({ run, rated, others, ppi }) => {
    if ("undefinedBecause" in ppi)
      return [run, String(rated), String(others), "", "", `undefined, because ${ppi.undefinedBecause}`, ""];
    const { humanOnly, judgeOnly, estimate, interval, lambda } = ppi;
    const { low, high } = interval;
    return [
      run,
      String(rated),
      String(others),
      humanOnly.toFixed(2),
      judgeOnly.toFixed(2),
      `${estimate.toFixed(2)} [${low.toFixed(2)}, ${high.toFixed(2)}]`,
      lambda.toFixed(2),
    ];
  });
  return [
    "The clinicians' mean for all answers of a run (PPI++; it holds if the rated answers were drawn at random, as medhelm agree sheet does):",
    textTable(["run", "rated", "others", "clinicians", "jury, others", "PPI++", "weight of jury"], rows),
  ].join("\n");
}

const BAR = 40;

function histogram({ criterion, histogram: { points, humans, judge } }: AgreeGroup): string {
  const most = Math.max(1, ...humans, ...judge);
  const bar = (count: number): string => "#".repeat(Math.round((count / most) * BAR)) || (count > 0 ? "." : "");
  return [
    `Ratings and answers on each point (${criterion}; means are rounded):`,
    ...points.flatMap((point, i) => [
      `${String(point).padStart(3)}  clinicians ${String(humans[i]).padStart(5)} ${bar(humans[i] ?? 0)}`.trimEnd(),
      `     jury       ${String(judge[i]).padStart(5)} ${bar(judge[i] ?? 0)}`.trimEnd(),
    ]),
    "",
  ].join("\n");
}
