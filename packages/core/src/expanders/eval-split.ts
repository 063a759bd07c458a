import { type Expander, oneOf, withAdapter, withArgument } from "./expander.ts";

/** Evaluates one split only. The default is valid and test. */
export const evalSplit: Expander = {
  apply(draft, value, key) {
    const split = oneOf({ test: "test", valid: "valid" }, value, key);
    return withArgument(withAdapter(draft, { eval_splits: [split] }), key, split);
  },
};
