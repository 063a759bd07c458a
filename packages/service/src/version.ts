import root from "../../../package.json" with { type: "json" };

/** The version of MedHELM, which is also part of every run's manifest. The root's package.json is its only source. */
export const { version } = root;
