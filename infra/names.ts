/** What names of job definitions and queues begin with, and what costs are told apart by: "medhelm-dev". */
export const jobPrefix = `${$app.name}-${$app.stage}`;

export const isProduction = $app.stage === "production";

/** The same tags as the provider's defaultTags (sst.config.ts), for machines that Batch starts and the provider never sees. */
export const tags = { project: $app.name, stage: $app.stage };
