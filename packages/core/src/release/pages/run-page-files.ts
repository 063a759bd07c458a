import { ofExample } from "../../metrics/metric.ts";
import { numberColumn } from "../../scoring/number-column.ts";
import { anchorHash, anchorOf, bucketOf } from "./instance-anchor.ts";
import { excerptCollector } from "./excerpts.ts";
import { type ListedInstance, type Means, type UnfinishedMetric, unfinishedRow, withOutcomes } from "./list-row.ts";
import { PAGE_BYTES, type PageInstance } from "./page.ts";
import { type PageChunk, pageIndex, paginator } from "./page-instances.ts";
import { inBuckets } from "./in-buckets.ts";
import type { DetailsPart, IdBucket, InstanceDetails, ListPart, ListRow, RunList } from "../runs/run-list.ts";

/** A file of pages/, with its parsed body. */
export interface PageFile {
  /** e.g. "list-1.json" */
  readonly file: string;
  readonly body: string;
  readonly value: unknown;
}

export interface ShownInstance extends ListedInstance {
  readonly details: Pick<InstanceDetails, "judgePrompts" | "annotations" | "leftOut">;
}

/** The main metric of the list. Its means are awaited after the last instance. */
export interface MetricOfPages extends UnfinishedMetric {
  readonly means: Means | Promise<Means>;
}

/** Keeps a text until the returned function is called. */
export type Park = (text: string) => () => string;

/** The size of a file with details, which a reader loads for a single instance. */
const DETAILS_BYTES = 64 * 1024;
/** About 9 kB, because the reader of a linked instance waits for one of these files. */
const IDS_A_FILE = 500;

/**
 * Makes the files of pages/ in the order in which they are written: chunks and details, then parts of the list, ids, list.json, worst.json and index.json.
 * One file of each kind is in memory, the lines of the list in `park`, and 16 bytes per instance for the ids. Without a metric there are only chunks, which keep all stats.
 */
export async function* runPageFiles(
  shown: AsyncIterable<ShownInstance>,
  metric: MetricOfPages | undefined,
  pageBytes: number = PAGE_BYTES,
  park: Park = (text) => () => text,
): AsyncGenerator<PageFile> {
  const list = metric && listMaker(metric, pageBytes, park);
  const waiting: ShownInstance[] = [];
  const pages = paginator(pageBytes, list?.detailsPart);
  const shares = sharedBeginnings();
  const chunks: { page: number; first: number; count: number; bytes: number }[] = [];
  /** Without generators that wait, which would cost each instance as much as its text. */
  function* pagesBefore(one: ShownInstance): Generator<PageFile> {
    waiting.push(one);
    const full = pages.add(metric === undefined ? one.instance : withMainMetric(one.instance, metric.name));
    if (full !== undefined) yield* filesOf(full);
  }
  function* filesOf({ body, instances: onPage, ...chunk }: PageChunk): Generator<PageFile> {
    chunks.push(chunk);
    const { page, first } = chunk;
    const place = list === undefined ? {} : { first, details: list.detailsPart() };
    yield { file: `${page}.json`, body, value: { formatVersion: 1, page, ...place, instances: onPage } };
    for (const one of waiting.splice(0, chunk.count)) list?.add(one, page);
    yield* list?.endPage() ?? [];
  }
  for await (const next of shown) for (const one of shares.add(next)) for (const file of pagesBefore(one)) yield file;
  for (const one of shares.end()) for (const file of pagesBefore(one)) yield file;
  const last = pages.end();
  if (last !== undefined) for (const file of filesOf(last)) yield file;
  if (metric !== undefined) yield* list?.end(chunks.length, await metric.means) ?? [];
  const index = pageIndex(chunks);
  yield { file: "index.json", body: JSON.stringify(index), value: index };
}

/** Adds to each instance the length of the beginning that its question shares with the one before, and with the next for the first. */
function sharedBeginnings() {
  /** waits for the second one */
  let first: ShownInstance | undefined;
  let before: ShownInstance | undefined;
  return {
    /** Returns the instances that are complete now. */
    add(one: ShownInstance): readonly ShownInstance[] {
      if (before === undefined) {
        before = first = one;
        return [];
      }
      const shared = sharedLength(before.question, one.question);
      const complete = [...(first === undefined ? [] : [{ ...first, shared }]), { ...one, shared }];
      first = undefined;
      before = one;
      return complete;
    },
    /** Returns the only instance. */
    end: (): readonly ShownInstance[] => (first === undefined ? [] : [first]),
  };
}

/** Of equal questions, such as repeats, nothing is shared. */
function sharedLength(one: string, other: string): number {
  if (one === other) return 0;
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

const withMainMetric = (instance: PageInstance, name: string): PageInstance => ({
  ...instance,
  stats: only(instance.stats, name),
  corrected: only(instance.corrected, name),
});

function only(values: Readonly<Record<string, number>>, metric: string): Record<string, number> {
  const example = ofExample(metric);
  const kept: Record<string, number> = {};
  for (const name in values) {
    const value = values[name];
    if (value !== undefined && (name === metric || name === example)) kept[name] = value;
  }
  return kept;
}

function listMaker(metric: UnfinishedMetric, partBytes: number, park: Park) {
  const parked: (() => string)[] = [];
  const hashes = numberColumn();
  const pages = numberColumn();
  const hashAt = (index: number): number => hashes.at(index) >>> 0;
  let count = 0;
  const rows = pending<ListRow>();
  const details = pending<InstanceDetails>();
  let detailsPart = 1;
  const excerpts = excerptCollector(metric.name);
  const clusters = new Map<string, number>();
  const numberOf = (cluster: string): number => {
    const number = clusters.get(cluster) ?? clusters.size;
    clusters.set(cluster, number);
    return number;
  };

  /** Makes the parts of the list when the run's means are known, and counts their rows. */
  function* parts(means: Means, all: ReturnType<typeof tally>): Generator<PageFile, RunList["parts"]> {
    const made: RunList["parts"] = [];
    let first = 0;
    for (const [i, text] of parked.entries()) {
      const unfinished: ListRow[] = JSON.parse(`[${text()}]`); // parked above by this process
      const values = unfinished.map((row) => withOutcomes(row, metric, means));
      const ofPart = tally();
      for (const row of values) {
        all.add(row);
        ofPart.add(row);
      }
      made.push({ first, count: values.length, counts: ofPart.found() });
      first += values.length;
      yield fileOf(`list-${i + 1}.json`, { formatVersion: 1, part: i + 1, rows: values } satisfies ListPart);
    }
    return made;
  }

  function endDetails(): PageFile {
    const part = detailsPart++;
    const { values, text } = details.take();
    const first = count - values.length;
    const value: DetailsPart = { formatVersion: 1, part, first, instances: values };
    const body = `{"formatVersion":1,"part":${part},"first":${first},"instances":[${text}]}`;
    return { file: `details-${part}.json`, body, value };
  }

  return {
    /** the number of the details file of the page that is made next */
    detailsPart: () => detailsPart,
    add(shown: ShownInstance, page: number): void {
      const { instance, cluster } = shown;
      hashes.set(count, anchorHash(anchorOf(instance)) | 0); // signed, in four bytes
      pages.set(count++, page);
      rows.add(unfinishedRow(shown, metric, page, cluster === undefined ? undefined : numberOf(cluster)));
      excerpts.add(shown);
      details.add({ stats: instance.stats, corrected: instance.corrected, ...shown.details });
      if (rows.size() > partBytes) parked.push(park(rows.take().text));
    },
    /** The details of a page are in one file. */
    *endPage(): Generator<PageFile> {
      if (details.size() > DETAILS_BYTES) yield endDetails();
    },
    *end(chunks: number, means: Means): Generator<PageFile> {
      if (details.size() > 0) yield endDetails();
      if (rows.size() > 0) parked.push(park(rows.take().text));
      const counts = tally();
      const partsOfList = yield* parts(means, counts);
      const ids = Math.ceil(count / IDS_A_FILE);
      let bucket = 0;
      for (const places of inBuckets(count, ids, (index) => bucketOf(hashAt(index), ids) - 1)) {
        const found = Array.from(places, (index): IdBucket["ids"][number] => [hashAt(index), pages.at(index)]);
        yield fileOf(`ids-${++bucket}.json`, { formatVersion: 1, ids: found } satisfies IdBucket);
      }
      const list: RunList = {
        formatVersion: 1,
        instances: count,
        pages: chunks,
        metric: metric.name,
        ...(metric.judges.length === 0 ? {} : { judges: [...metric.judges] }),
        counts: counts.found(),
        parts: partsOfList,
        ids,
        details: detailsPart - 1,
      };
      yield fileOf("list.json", list);
      yield fileOf("worst.json", excerpts.found());
    },
  };
}

const fileOf = (file: string, value: unknown): PageFile => ({ file, body: JSON.stringify(value), value });

/** Elements of the next file, with their JSON. */
function pending<Element>() {
  let values: Element[] = [];
  let texts: string[] = [];
  let size = 0;
  return {
    add(value: Element): void {
      const text = JSON.stringify(value);
      values.push(value);
      texts.push(text);
      size += text.length + 1;
    },
    size: () => size,
    take() {
      const taken = { values, text: texts.join(",") };
      [values, texts, size] = [[], [], 0];
      return taken;
    },
  };
}

/** Counts outcomes and marks of lines. */
function tally() {
  const counts: Record<string, number> = {};
  const count = (name: string) => {
    counts[name] = (counts[name] ?? 0) + 1;
  };
  return {
    add({ outcomes, marks = "" }: ListRow): void {
      count(`helm:${outcomes[0]}`);
      count(`corrected:${outcomes[1]}`);
      for (const mark of marks) count(mark);
    },
    found: () => counts,
  };
}
