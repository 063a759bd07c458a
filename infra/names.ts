/** The prefix of job definitions and queues, e.g. "medhelm-dev". */
export const jobPrefix = `${$app.name}-${$app.stage}`;

export const isProduction = $app.stage === "production";

/** The provider's defaultTags (sst.config.ts), for machines that Batch starts, because the provider does not tag them. */
export const tags = { project: $app.name, stage: $app.stage };
