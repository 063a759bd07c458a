import { isVolatileStat } from "@medhelm/core/helm/volatile";
import type { MetricName, PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import { helmJson, inChunks, indented } from "@medhelm/core/helm/write-json";
import type { Writing } from "./derived-files.ts";
import { fastCanonicalJson } from "@medhelm/core/store/fast-canonical";
import { listHash } from "./list-hash.ts";

/** A part of a record as text: once for per_instance_stats.json and once for the content's hash. */
interface Texts {
  readonly helm: string;
  readonly canonical: string;
}

interface StatText extends Texts {
  /** excluded from the content's hash */
  readonly isVolatile: boolean;
}

interface NameText extends StatText {
  /** texts by value: most values of a run are 0 or 1 */
  readonly ofValue: Map<number | undefined, StatText>;
}

/** Limits the texts kept for metrics whose values seldom repeat. */
const MAX_VALUES = 64;

/**
 * Writes per_instance_stats.json record by record, as helmJson(records) would. It is the largest file of a run. It
 * repeats the same names and values very often, so this function turns each of them into text only once.
 */
export function perInstanceFile(records: () => Iterable<PerInstanceStats>): () => Writing {
  const textOf = statTexts();
  return () => {
    const content = listHash();
    const chunks = inChunks(texts(records(), textOf, content.addText));
    return { chunks, content: content.digest };
  };
}

function* texts(
  records: Iterable<PerInstanceStats>,
  textOf: (stat: Stat) => StatText,
  addContent: (canonical: string) => void,
): Generator<string> {
  const ofPerturbation = perturbationTexts();
  let before = "[";
  for (const { instance_id: id, perturbation, train_trial_index: trial, stats } of records) {
    const helm: string[] = [];
    const canonical: string[] = [];
    for (const one of stats) {
      const text = textOf(one);
      helm.push(text.helm);
      if (!text.isVolatile) canonical.push(text.canonical);
    }
    const perturbed = ofPerturbation(perturbation);
    addContent(
      `{"instance_id":${fastCanonicalJson(id)}${perturbed.canonical},"stats":[${canonical.join(",")}],"train_trial_index":${trial}}`,
    );
    const list = helm.length === 0 ? "[]" : `[\n${helm.join(",\n")}\n    ]`;
    yield `${before}\n  {\n    "instance_id": ${helmJson(id)},${perturbed.helm}\n    "train_trial_index": ${trial},\n    "stats": ${list}\n  }`;
    before = ",";
  }
  yield before === "[" ? "[]" : "\n]";
}

/** The field of a perturbation in each form; the instances of a perturbation share one object. */
function perturbationTexts() {
  const none: Texts = { helm: "", canonical: "" };
  const known = new Map<PerInstanceStats["perturbation"], Texts>([[undefined, none]]);
  return (perturbation: PerInstanceStats["perturbation"]): Texts => {
    const found = known.get(perturbation);
    if (found !== undefined) return found;
    const made = {
      helm: `\n    "perturbation": ${indented(perturbation, "    ")},`,
      canonical: `,"perturbation":${fastCanonicalJson(perturbation)}`,
    };
    if (known.size < MAX_VALUES) known.set(perturbation, made);
    return made;
  };
}

function statTexts() {
  const names = new Map<MetricName, NameText>();
  const nameText = (name: MetricName): NameText => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const helm = `      {\n        "name": ${indented(name, "        ")},\n        "count": `;
    const added = {
      helm,
      canonical: fastCanonicalJson(name),
      ofValue: new Map<number | undefined, StatText>(),
      isVolatile: isVolatileStat(name.name),
    };
    names.set(name, added);
    return added;
  };
  return (stat: Stat): StatText => {
    const name = nameText(stat.name);
    const known = stat.count > 1 ? undefined : name.ofValue.get(stat.mean);
    if (known !== undefined) return known;
    const { isVolatile } = name;
    const text = { helm: helmText(name.helm, stat), canonical: canonicalText(name.canonical, stat), isVolatile };
    if (stat.count <= 1 && name.ofValue.size < MAX_VALUES) name.ofValue.set(stat.mean, text);
    return text;
  };
}

function helmText(name: string, { count, sum, sum_squared, min, max, mean, variance, stddev }: Stat): string {
  const moments = Object.entries({ sum, sum_squared, min, max, mean, variance, stddev });
  const lines = moments.flatMap(([field, value]) =>
    value === undefined ? [] : [`        "${field}": ${number(value)}`],
  );
  return `${name}${count},\n${lines.join(",\n")}\n      }`;
}

function canonicalText(name: string, { count, max, mean, min, stddev, sum, sum_squared, variance }: Stat): string {
  const middle = `"sum":${number(sum)},"sum_squared":${number(sum_squared)}`;
  if (max === undefined || mean === undefined || min === undefined)
    return `{"count":${count},"name":${name},${middle}}`;
  const before = `{"count":${count},"max":${number(max)},"mean":${number(mean)},"min":${number(min)},"name":${name}`;
  return `${before},"stddev":${number(stddev ?? 0)},${middle},"variance":${number(variance ?? 0)}}`;
}

function number(value: number): string {
  if (!Number.isFinite(value)) throw new Error(`a stat is ${value}, which JSON cannot represent`);
  return JSON.stringify(value);
}
