import type { AdapterSpec, ObjectSpec } from "./run-spec.ts";
import type { RequestState } from "./scenario-state.ts";

const CHUNK_BYTES = 64 * 1024;

/**
 * Formats JSON as HELM does (helm/common/general.py): indent 2, ASCII only, no line break at the end. Absent fields (undefined)
 * are dropped, nulls are kept. The bytes differ from HELM's in whole floats only (Python prints 1.0); the parsed JSON is equal.
 * @throws Error for NaN and infinite numbers
 */
export function helmJson(value: unknown): string {
  const text = JSON.stringify(value, undefined, 2);
  // JSON.stringify writes null for a number that is not finite. A function that looks at each value takes as long as the rest.
  if (text.includes("null")) JSON.stringify(value, refuseNonFinite);
  return toAscii(text);
}

/** Yields scenario_state.json in chunks of about 64 kB, so that memory never holds the whole file. */
export async function* writeScenarioState(
  adapterSpec: AdapterSpec,
  states: AsyncIterable<RequestState> | Iterable<RequestState>,
  annotatorSpecs?: readonly ObjectSpec[],
): AsyncGenerator<Uint8Array> {
  yield* inChunks(scenarioStateText(adapterSpec, states, annotatorSpecs));
}

/** Yields the text of helmJson(elements) in chunks of about 64 kB, e.g. for per_instance_stats.json. */
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

/** Joins ASCII texts into chunks of about 64 kB. */
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

/** Formats JSON for a place inside a larger text. Strings escape their line breaks, so every line break is layout. */
export function indented(value: unknown, by: string): string {
  return helmJson(value).replaceAll("\n", `\n${by}`);
}

function toAscii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function refuseNonFinite(key: string, value: unknown): unknown {
  if (typeof value === "number" && !Number.isFinite(value))
    throw new Error(`${key} is ${value}, which JSON cannot represent`);
  return value;
}
