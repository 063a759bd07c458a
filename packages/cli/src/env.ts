/** The environment, as process.env holds it. */
export type Env = Readonly<Record<string, string | undefined>>;
