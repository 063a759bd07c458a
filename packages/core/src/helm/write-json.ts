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
  const tail = annotatorSpecs === undefined ? "" : `,\n  "annotator_specs": ${indented(annotatorSpecs, "  ")}`;
  yield* listChunks(states, {
    before: `{\n  "adapter_spec": ${indented(adapterSpec, "  ")},\n  "request_states": `,
    by: "  ",
    after: `${tail}\n}`,
  });
}

/** Yields the text of helmJson(elements) in chunks of about 64 kB, e.g. for per_instance_stats.json. */
export async function* writeList(elements: AsyncIterable<unknown> | Iterable<unknown>): AsyncGenerator<Uint8Array> {
  yield* listChunks(elements, { before: "", by: "", after: "" });
}

/** One generator, because each further one around it costs an element as much as to format it. */
async function* listChunks(
  elements: AsyncIterable<unknown> | Iterable<unknown>,
  { before, by, after }: { readonly before: string; readonly by: string; readonly after: string },
): AsyncGenerator<Uint8Array> {
  const chunks = asciiChunks();
  let isFirst = true;
  for await (const element of elements) {
    const full = chunks.add(`${isFirst ? `${before}[` : ","}\n${by}  ${indented(element, `${by}  `)}`);
    isFirst = false;
    if (full !== undefined) yield full;
  }
  yield chunks.end(isFirst ? `${before}[]${after}` : `\n${by}]${after}`);
}

/** Joins ASCII texts into chunks of about 64 kB. */
export async function* inChunks(texts: Iterable<string>): AsyncGenerator<Uint8Array> {
  const chunks = asciiChunks();
  for (const text of texts) {
    const full = chunks.add(text);
    if (full !== undefined) yield full;
  }
  const rest = chunks.end("");
  if (rest.length > 0) yield rest;
}

function asciiChunks() {
  const ascii = new TextEncoder();
  let pending = "";
  return {
    /** Returns a chunk when there is enough text for one. */
    add(text: string): Uint8Array | undefined {
      pending += text;
      if (pending.length < CHUNK_BYTES) return undefined;
      const chunk = ascii.encode(pending);
      pending = "";
      return chunk;
    },
    end: (text: string): Uint8Array => ascii.encode(pending + text),
  };
}

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
