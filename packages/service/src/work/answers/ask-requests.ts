import type { RequestState } from "@medhelm/core/helm/scenario-state";
import { noLog } from "@medhelm/core/log/no-log";
import { withFields } from "@medhelm/core/log/with-fields";
import type { Access } from "@medhelm/core/run/profile";
import { inSpan, noSpan } from "../../trace/open-span.ts";
import { allModels } from "../models/open-models.ts";
import type { OpenWork } from "../open-work.ts";
import { answerAll, type AnswerCounts } from "./answer-all.ts";
import { lanesOf } from "./lanes-of.ts";
import { spentSoFar } from "./spent-so-far.ts";

/**
 * Asks all requests of an open run, reports the progress, and gives each answered request to the writer of the files.
 * @throws RunStopped if too many requests or verdicts fail
 */
export async function askRequests(work: OpenWork): Promise<AnswerCounts> {
  const { ports, request, models, jury, progress, limits, signal } = work;
  const { plan, suite, submission, span = noSpan } = request;
  const { name: run, adapter_spec: adapter } = plan.runSpec;
  const { candidate } = models;
  return inSpan(span, "ask", (asking) =>
    answerAll({
      states: work.states(),
      span: asking,
      log: withFields(ports.log ?? noLog, { submission, suite, run, deployment: adapter.model_deployment }),
      nameOf: instanceName(plan.benchmark.card.access),
      candidate,
      solve: work.solve,
      annotate: jury.annotate,
      lanes: lanesOf(models, request.concurrency),
      signal,
      onFailure: (error) => {
        for (const one of allModels(models)) one.stop(error);
      },
      onProgress: (counts) => {
        progress.tick(counts, spentSoFar(counts, { price: candidate.price, jury }));
        limits.failures.duringRun(counts);
        limits.verdicts.duringRun(counts);
      },
      onAnswered: work.assembling.onAnswered,
    }),
  );
}

/** How records name an instance: by its id, or by its number if the benchmark's own ids are not public. */
const instanceName =
  (access: Access) =>
  ({ instance: { id } }: RequestState, index: number): string =>
    access === "public" && id !== undefined ? id : `number ${index + 1}`;
