import type { Encoder, HiddenStates } from "@medhelm/core/ports";

/** About 40 notes or 400 short texts of distilbert-base-uncased. */
const MOST_BYTES = 128 * 2 ** 20;

export type EncodeReference = (text: string) => Promise<HiddenStates>;

/** The runs of a suite have the same references, and use one encoder. */
const ofEncoder = new WeakMap<Encoder, EncodeReference>();

/**
 * Returns the states of a reference, which this encoder computes once while there is room for them. It encodes each reference separately, so
 * that its rows do not depend on the run that asks first. The reference that was not used for the longest time leaves first.
 */
export function encodedReferences(encoder: Encoder, mostBytes: number = MOST_BYTES): EncodeReference {
  const known = ofEncoder.get(encoder) ?? remembering(encoder, mostBytes);
  ofEncoder.set(encoder, known);
  return known;
}

function remembering(encoder: Encoder, mostBytes: number): EncodeReference {
  const kept = new Map<string, HiddenStates>();
  let bytes = 0;
  return async (text) => {
    const states = kept.get(text) ?? (await encoder.hiddenStates([text]))[0];
    if (states === undefined) throw new Error("the encoder returned no states");
    if (kept.delete(text)) bytes -= states.rows.byteLength;
    kept.set(text, states);
    bytes += states.rows.byteLength;
    for (const [oldest, { rows }] of kept) {
      if (bytes <= mostBytes) break;
      kept.delete(oldest);
      bytes -= rows.byteLength;
    }
    return states;
  };
}
