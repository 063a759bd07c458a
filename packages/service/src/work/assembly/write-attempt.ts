import { inSpan, noSpan } from "../../trace/open-span.ts";
import { streamBounded } from "../../concurrency/map-bounded.ts";
import type { AnswerCounts } from "../answers/answer-all.ts";
import { isTransient } from "../answers/durable-ask.ts";
import { addSolved } from "../answers/solver.ts";
import { replaceIdentity } from "../identity/replace-identity.ts";
import type { OpenWork } from "../open-work.ts";
import type { AttemptFiles } from "./attempt-files.ts";
import { writeEncoderScores } from "./encode.ts";
import { putImages } from "./put-images.ts";

/** Writes the files of an answered run, and then their folder and hashes into the run's identity. */
export async function writeAttempt(work: OpenWork, counts: AnswerCounts): Promise<void> {
  const { ports, request, prepared, folder } = work;
  const { plan, suite, span = noSpan } = request;
  const run = plan.runSpec.name;
  const encoded = await inSpan(span, "encode", () => encodeAnswers(work, counts));
  await work.progress.writing(counts);
  const transient = [...work.failures.values()].filter(isTransient).length;
  const files = await inSpan(span, "write", async () => ({
    ...encoded,
    ...(await imagesOf(work)),
    ...(await work.assembling.finish({ counts, transient })),
  }));
  const assembled = { ...prepared.identity, folder, files };
  if (!(await replaceIdentity(ports.objects, { suite, run }, prepared.identity, assembled)))
    throw new Error(`${run}: its identity changed while this worker held the lease; run it again`);
}

/** BERTScore of the stored answers: all requests are answered now. */
async function encodeAnswers(work: OpenWork, counts: AnswerCounts): Promise<AttemptFiles> {
  const { ports, request, solve, keyOf, signal } = work;
  return writeEncoderScores(ports, request, {
    keyOf,
    encoder: work.prepared.encoder,
    answered: streamBounded(work.states(), request.concurrency, async (state) =>
      addSolved(state, await solve(state, signal)),
    ),
    signal,
    onProgress: (done) => work.progress.encoding(counts, done),
  });
}

async function imagesOf({ ports, prepared: { readImage }, states, keyOf, signal }: OpenWork): Promise<AttemptFiles> {
  return readImage === undefined ? {} : putImages(ports.objects, states(), { keyOf, readImage, signal });
}
