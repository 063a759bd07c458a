import { asInteger, asNumber, type Expander, oneOf, withAdapter, withCommaArgument } from "./expander.ts";

// HELM: these four do not change the run name. Two runs that differ only in them need different suites.
export const temperature: Expander = {
  apply: (draft, value, key) => withAdapter(draft, { temperature: asNumber(value, key, 0) }),
};
export const increaseTemperature: Expander = {
  apply: (draft, value, key) =>
    withAdapter(draft, { temperature: draft.adapterSpec.temperature + asNumber(value, key) }),
};
export const increaseMaxTokens: Expander = {
  apply: (draft, value, key) =>
    withAdapter(draft, { max_tokens: draft.adapterSpec.max_tokens + asInteger(value, key, 0) }),
};
export const addToStop: Expander = {
  apply(draft, value) {
    const stop = value === "newline" ? "\n" : String(value);
    return withAdapter(draft, { stop_sequences: [...draft.adapterSpec.stop_sequences, stop] });
  },
};

/** Sets the stop sequence, and puts the same mark between the examples of the prompt. */
export const stop: Expander = {
  apply(draft, value, key) {
    const mark = oneOf({ none: undefined, hash: "###", semicolon: ";", br: "<br>" }, value, key);
    const change =
      mark === undefined ? { stop_sequences: [] } : { stop_sequences: [mark], instance_prefix: `${mark}\n\n` };
    return withCommaArgument(withAdapter(draft, change), key, value);
  },
};
