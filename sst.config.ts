/// <reference path="./.sst/platform/config.d.ts" />

export default $config({
  app(input) {
    const isProduction = input.stage === "production";
    return {
      name: "medhelm",
      home: "aws",
      removal: isProduction ? "retain" : "remove",
      protect: isProduction,
      providers: {
        // The bill groups costs by these tags. infra/names.ts repeats them for machines that Batch starts.
        aws: { version: "7.48.0", defaultTags: { tags: { project: "medhelm", stage: input.stage } } },
        random: "4.16.6",
      },
    };
  },
  async run() {
    await import("./infra/conf.ts");
    await import("./infra/storage.ts");
    await import("./infra/index-table.ts");
    await import("./infra/copies.ts");
    await import("./infra/backups.ts");
    await import("./infra/cost-tags.ts");
    await import("./infra/queue.ts");
    await import("./infra/secrets.ts");
    const { site } = await import("./infra/site.ts");
    await import("./infra/network.ts");
    await import("./infra/cpu-machines.ts");
    await import("./infra/gpu-machines.ts");
    await import("./infra/batch.ts");
    await import("./infra/api.ts");
    const { apiEdge } = await import("./infra/api-edge.ts");
    await import("./infra/dispatch.ts");
    await import("./infra/aggregate.ts");
    await import("./infra/release.ts");
    await import("./infra/sweep.ts");
    await import("./infra/failure.ts");
    await import("./infra/alarms.ts");
    await import("./infra/budget.ts");
    await import("./infra/dashboard.ts");
    return {
      api: apiEdge.url,
      site: site.url,
      // where a domain outside Route 53 must point
      apiHost: apiEdge.nodes.cdn.nodes.distribution.domainName,
      siteHost: site.nodes.cdn.nodes.distribution.domainName,
    };
  },
});
