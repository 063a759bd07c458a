import { exitCodes } from "@medhelm/core/exit-codes";

// The image's only program. Its first argument selects the job; infra/batch.ts and infra/gpu-jobs.ts set it.
const jobs: Readonly<Record<string, () => Promise<unknown>>> = {
  worker: () => import("../worker/entry.ts"),
  weights: () => import("../copy-weights/entry.ts"),
  aggregate: () => import("../aggregate-job/entry.ts"),
  release: () => import("../release-job/entry.ts"),
  site: () => import("../site/entry.ts"),
  "pull-weights": () => import("../pull-weights/entry.ts"),
};

const [, , name = ""] = process.argv;
const start = Object.hasOwn(jobs, name) ? jobs[name] : undefined;
if (start === undefined) {
  process.stderr.write(`medhelm: there is no job "${name}"; the known ones are ${Object.keys(jobs).join(", ")}\n`);
  process.exitCode = exitCodes.userError;
} else await start();
