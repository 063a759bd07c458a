import { variableOf } from "@medhelm/core/models/variable-of";

/** The part of an environment that another program may see. */
export const allowedVariables = (
  env: Readonly<Record<string, string | undefined>>,
  names: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = variableOf(env, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
