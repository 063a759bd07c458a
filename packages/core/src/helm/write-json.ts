import type { AdapterSpec, ObjectSpec } from "./run-spec.ts";
import type { RequestState } from "./scenario-state.ts";

/** HELM's JSON (helm/common/general.py): indent 2, ASCII only, no line break at the end. */

const CHUNK_BYTES = 64 * 1024;

/**
 * Absent fields (undefined) are dropped, nulls are kept. Throws where a number is NaN or infinite: JSON has no such number.
 * Differs from HELM's bytes in floats without decimals (Python prints 1.0); equal as parsed JSON.
 */
export function helmJson(value: unknown): string {
  return toAscii(JSON.stringify(value, refuseNonFinite, 2));
}

/** scenario_state.json in chunks of about 64 kB, so that it need not be held. */
export async function* writeScenarioState(
  adapterSpec: AdapterSpec,
  states: AsyncIterable<RequestState> | Iterable<RequestState>,
  annotatorSpecs?: readonly ObjectSpec[],
): AsyncGenerator<Uint8Array> {
  yield* inChunks(scenarioStateText(adapterSpec, states, annotatorSpecs));
}

/** The text of helmJson(elements) in chunks of about 64 kB, e.g. per_instance_stats.json. */
export async function* writeList(elements: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  yield* inChunks(listText(elements, ""));
}

async function* scenarioStateText(
  adapterSpec: AdapterSpec,
  states: AsyncIterable<RequestState> | Iterable<RequestState>,
  annotatorSpecs: readonly ObjectSpec[] | undefined,
): AsyncGenerator<string> {
  yield `{\n  "adapter_spec": ${indented(adapterSpec, "  ")},\n  "request_states": `;
  yield* listText(states, "  ");
  if (annotatorSpecs !== undefined) yield `,\n  "annotator_specs": ${indented(annotatorSpecs, "  ")}`;
  yield "\n}";
}

async function* listText(elements: AsyncIterable<unknown> | Iterable<unknown>, by: string): AsyncGenerator<string> {
  let before = "[";
  for await (const element of elements) {
    yield `${before}\n${by}  ${indented(element, `${by}  `)}`;
    before = ",";
  }
  yield before === "[" ? "[]" : `\n${by}]`;
}

/** ASCII texts, joined, in chunks of about 64 kB. */
export async function* inChunks(texts: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  let pending = "";
  for await (const text of texts) {
    pending += text;
    if (pending.length < CHUNK_BYTES) continue;
    yield ascii.encode(pending);
    pending = "";
  }
  if (pending !== "") yield ascii.encode(pending);
}

const ascii = new TextEncoder();

/** helmJson inside of a larger text. Every line break in JSON text is layout: those of strings are escaped. */
export function indented(value: unknown, by: string): string {
  return helmJson(value).replaceAll("\n", `\n${by}`);
}

function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`${key} is ${value}, which JSON cannot hold`);
  return value;
}
