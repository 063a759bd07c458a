import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { stripStateElement } from "@medhelm/core/helm/volatile";
import { helmJson } from "@medhelm/core/helm/write-json";
import type { FindMetric } from "@medhelm/core/metrics/metric";
import type { RequestState } from "@medhelm/core/helm/scenario-state";
import type { LostParts, ObjectStore, TokenUsage } from "@medhelm/core/ports";
import type { Means } from "@medhelm/core/release/pages/list-row";
import { canonicalJson } from "@medhelm/core/store/canonical";
import { runFileKeys } from "@medhelm/core/store/run-files";
import { z } from "zod";
import { version as ownVersion } from "../version.ts";
import { type ContentHash, contentHash } from "./content-hash.ts";
import { derivedFolder, putDerived } from "./derived-files.ts";
import { firstPass, type FirstPass } from "./first-pass.ts";
import { listHash } from "./list-hash.ts";
import { putPages, unfinishedMetric } from "./pages.ts";
import { pushedItems } from "./pushed-items.ts";
import { type Fields, parseState, STATES_LIST } from "./read-lists.ts";
import type { RunHead } from "./run-head.ts";
import { type RunRows, runRows } from "./run-rows.ts";
import type { Park, ShownInstance } from "@medhelm/core/release/pages/run-page-files";

export interface LivePorts {
  readonly objects: ObjectStore;
  readonly metrics: FindMetric;
  /** The version of the code, which names the folder of the derived files. Absent: this code's. */
  readonly version?: string;
  /** Keeps texts until the last request. Absent: they stay in memory, compressed. */
  readonly park?: Park;
}

/** A run whose requests are asked now. */
export interface LiveRun {
  readonly runSpec: RunSpec;
  readonly assembly: RunHead;
  /** the folder of the attempt */
  readonly folder: string;
  /** how many there are */
  readonly requests: number;
}

/** The facts of an answer that scenario_state.json does not have. */
export interface Answer {
  readonly tokens: TokenUsage;
  readonly lost: LostParts | null;
}

/** The requests as pages show them, after the last one. */
export interface ShownLive {
  readonly rows: RunRows;
  /** of the files of pages */
  readonly hash: ContentHash;
  /** the hash of the content of scenario_state.json */
  readonly statesContent: string;
}

/** The single pass over the requests of a run that is asked now: scores, pages and hashes. */
export interface LivePass {
  readonly pass: FirstPass;
  /** The fields of scenario_state.json other than its list. */
  fields(): Fields;
  /** Adds the next element of scenario_state.json. Returns a promise if pages wait for the disk. */
  add(element: unknown, answer: Answer): Promise<void> | undefined;
  /** The fields of the file other than its list. Call it after the last request. */
  endOfStates(fields: Fields): void;
  /**
   * Completes the pages when the means are known. Undefined: pages that are written already would be other ones, because a request came
   * twice or the rows have other fields. Then the files are removed, and a second pass over scenario_state.json shows the requests.
   */
  finish(means: Means): Promise<ShownLive | undefined>;
  /** Ends the writing of pages of a run that is not completed. */
  stop(): Promise<void>;
}

/** The rows begin after this number of requests, because the survey of all requests decides about their fields. */
const SURVEYED = 64;
const SURVEYED_CHARACTERS = 2 ** 22;
/** The instances that wait for the writer of pages. */
const WAITING = 64;

/** Shows each request at once, instead of in a second pass over all of them. */
export async function livePass(
  { objects, metrics, version = ownVersion, park }: LivePorts,
  { runSpec, assembly, folder }: LiveRun,
): Promise<LivePass> {
  const { suite, run } = assembly;
  const keyOf = runFileKeys(suite, run, { folder, derived: derivedFolder(version) });
  const pass = await firstPass({ runSpec, assembly }, metrics);
  let fields = fieldsOf(runSpec);
  const content = listHash(STATES_LIST, fields);
  const isRepeating = runSpec.adapter_spec.num_trials > 1;
  const first: { readonly state: RequestState; readonly lost: LostParts | null }[] = [];
  let characters = 0;
  let shown: ReturnType<typeof begin> | undefined;
  let isExact = true;

  function begin() {
    const survey = pass.surveyed.found();
    const { requestScores } = pass.scorer;
    const rows = runRows({
      runSpec,
      assembly,
      survey,
      profiles: [requestScores("helm"), requestScores("corrected")],
      park,
    });
    const hash = contentHash();
    const means = Promise.withResolvers<Means>();
    means.promise.catch(() => undefined);
    const instances = pushedItems<ShownInstance>(WAITING);
    const metric = { ...unfinishedMetric(assembly), means: means.promise };
    const writing = putPages(putDerived(objects, keyOf, hash), instances, metric, park);
    writing.catch(() => undefined); // thrown by `finish`
    const show = (state: RequestState, lost: LostParts | null) => instances.push(rows.show(state, lost));
    for (const { state, lost } of first.splice(0)) void show(state, lost);
    return { survey, rows, hash, means, instances, writing, show };
  }

  async function removePages(): Promise<void> {
    if (shown === undefined) return;
    const stopped = new Error("the pages of this run are made in a second pass");
    shown.instances.fail(stopped);
    shown.means.reject(stopped);
    await shown.writing.catch(() => undefined);
    for (const file of Object.keys(shown.hash.files())) await objects.delete(keyOf(file));
  }

  return {
    pass,
    fields: () => fields,
    add(element, { tokens, lost }) {
      content.add(stripStateElement(element));
      const state = parseState(element);
      pass.add(state, tokens);
      if (state.result === undefined || (!isRepeating && pass.scorer.hasRepeats())) isExact = false;
      if (!isExact) return undefined;
      if (shown !== undefined) return shown.show(state, lost);
      first.push({ state, lost });
      characters += state.request.prompt.length;
      if (first.length >= SURVEYED || characters > SURVEYED_CHARACTERS) shown = begin();
      return undefined;
    },
    endOfStates(found) {
      if (canonicalJson(found) !== canonicalJson(fields)) isExact = false;
      fields = found;
    },
    async finish(means) {
      if (isExact) shown ??= begin();
      const isSurveyed = JSON.stringify(shown?.survey) === JSON.stringify(pass.surveyed.found());
      if (shown === undefined || !isExact || !isSurveyed) {
        await removePages();
        return undefined;
      }
      const { rows, hash, instances, writing } = shown;
      shown.means.resolve(means);
      instances.end();
      await writing;
      return { rows, hash, statesContent: content.digest() };
    },
    async stop() {
      shown?.instances.fail(new Error("the work on this run has ended"));
      await shown?.writing.catch(() => undefined);
    },
  };
}

function fieldsOf({ adapter_spec, annotators }: RunSpec): Fields {
  const fields = { adapter_spec, ...(annotators === undefined ? {} : { annotator_specs: annotators }) };
  return z.record(z.string(), z.unknown()).parse(JSON.parse(helmJson(fields)));
}
