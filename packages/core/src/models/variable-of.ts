/** The value of a variable whose name a user chose. Every object has a `constructor` and a `__proto__`, which are no variables. */
export const variableOf = (env: Readonly<Record<string, string | undefined>>, name: string): string | undefined =>
  Object.hasOwn(env, name) ? env[name] : undefined;
