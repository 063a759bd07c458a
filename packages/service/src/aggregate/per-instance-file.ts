import { isVolatileStat } from "@medhelm/core/helm/volatile";
import type { MetricName, PerInstanceStats, Stat } from "@medhelm/core/helm/stats";
import { helmJson, indented } from "@medhelm/core/helm/write-json";
import type { Writing } from "./derived-files.ts";
import { fastCanonicalJson } from "@medhelm/core/store/fast-canonical";
import { byteBlock } from "./byte-block.ts";
import { type ListHash, listHash } from "./list-hash.ts";

/** A part of a record in UTF-8: for per_instance_stats.json, and for the content's hash. A stat begins with the comma before it. */
interface Parts {
  readonly helm: Uint8Array;
  readonly canonical: Uint8Array;
}

interface StatParts extends Parts {
  /** excluded from the content's hash */
  readonly isVolatile: boolean;
}

interface NameParts {
  readonly helm: string;
  readonly canonical: string;
  readonly isVolatile: boolean;
  /** by value: most values of a run are 0 or 1 */
  readonly ofValue: Map<number | undefined, StatParts>;
}

/** Limits the parts kept for metrics whose values seldom repeat. */
const MAX_VALUES = 64;

/**
 * Writes per_instance_stats.json record by record, as helmJson(records) would. It is the largest file of a run. It
 * repeats the same names and values very often, so this function encodes each of them only once.
 */
export function perInstanceFile(records: () => Iterable<PerInstanceStats>): () => Writing {
  const partsOf = statParts();
  return () => {
    const content = listHash();
    return { chunks: chunksOf(records(), partsOf, content), content: content.digest };
  };
}

async function* chunksOf(
  records: Iterable<PerInstanceStats>,
  partsOf: (stat: Stat) => StatParts,
  content: ListHash,
): AsyncGenerator<Uint8Array> {
  const ofPerturbation = perturbationParts();
  const file = byteBlock();
  let before = "[";
  for (const { instance_id: id, perturbation, train_trial_index: trial, stats } of records) {
    const perturbed = ofPerturbation(perturbation);
    const parts = stats.map(partsOf);

    file.text(`${before}\n  {\n    "instance_id": ${helmJson(id)},`);
    file.bytes(perturbed.helm);
    file.text(`\n    "train_trial_index": ${trial},\n    "stats": [`);
    for (const [i, { helm }] of parts.entries()) file.bytes(i === 0 ? withoutComma(helm) : helm);
    file.text(parts.length === 0 ? "]\n  }" : "\n    ]\n  }");
    before = ",";
    if (file.isFull()) yield new Uint8Array(file.take());

    content.addWritten((to) => {
      to.text(`{"instance_id":${fastCanonicalJson(id)}`);
      to.bytes(perturbed.canonical);
      to.text(',"stats":[');
      let isFirst = true;
      for (const { canonical, isVolatile } of parts) {
        if (isVolatile) continue;
        to.bytes(isFirst ? withoutComma(canonical) : canonical);
        isFirst = false;
      }
      to.text(`],"train_trial_index":${trial}}`);
    });
  }
  file.text(before === "[" ? "[]" : "\n]");
  yield new Uint8Array(file.take());
}

const withoutComma = (part: Uint8Array): Uint8Array => part.subarray(1);

const utf8 = (helm: string, canonical: string): Parts => ({
  helm: Buffer.from(helm),
  canonical: Buffer.from(canonical),
});

/** The field of a perturbation in each form; the instances of a perturbation share one object. */
function perturbationParts() {
  const known = new Map<PerInstanceStats["perturbation"], Parts>([[undefined, utf8("", "")]]);
  return (perturbation: PerInstanceStats["perturbation"]): Parts => {
    const found = known.get(perturbation);
    if (found !== undefined) return found;
    const made = utf8(
      `\n    "perturbation": ${indented(perturbation, "    ")},`,
      `,"perturbation":${fastCanonicalJson(perturbation)}`,
    );
    if (known.size < MAX_VALUES) known.set(perturbation, made);
    return made;
  };
}

function statParts() {
  const names = new Map<MetricName, NameParts>();
  const nameParts = (name: MetricName): NameParts => {
    const known = names.get(name);
    if (known !== undefined) return known;
    const added = {
      helm: `      {\n        "name": ${indented(name, "        ")},\n        "count": `,
      canonical: fastCanonicalJson(name),
      ofValue: new Map<number | undefined, StatParts>(),
      isVolatile: isVolatileStat(name.name),
    };
    names.set(name, added);
    return added;
  };
  return (stat: Stat): StatParts => {
    const { helm, canonical, isVolatile, ofValue } = nameParts(stat.name);
    const known = stat.count > 1 ? undefined : ofValue.get(stat.mean);
    if (known !== undefined) return known;
    const parts = { ...utf8(`,\n${helmText(helm, stat)}`, `,${canonicalText(canonical, stat)}`), isVolatile };
    if (stat.count <= 1 && ofValue.size < MAX_VALUES) ofValue.set(stat.mean, parts);
    return parts;
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
