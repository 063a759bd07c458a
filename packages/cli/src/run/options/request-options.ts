import { LONGEST_TIMEOUT_S } from "@medhelm/core/models/request-settings";
import { z } from "zod";
import { option } from "../../terminal/option.ts";
import { notNegative, positiveInt, positiveNumber, wholeNumber } from "../../terminal/option-values.ts";

/** Options that change the requests to the candidate. Each of them gives a run folder of its own. */
export const requestOptions = {
  maxTokens: option("n", "longest answer, in tokens, instead of the benchmark's limit", positiveInt.optional()),
  temperature: option("t", "temperature instead of the benchmark's", notNegative.optional()),
  repeats: option(
    "k",
    "send each request K times, so that the release says how much the scores of one item differ",
    positiveInt.optional(),
  ),
  systemMessage: option("text", "system message before every prompt", z.string().min(1, "it is empty").optional()),
  reasoningEffort: option(
    "word",
    "effort of a reasoning model, e.g. low, medium or high",
    z.string().min(1, "it is empty").optional(),
  ),
  timeout: option(
    "seconds",
    "longest wait for one answer (default: 600); a server that never answers ends the run after three such waits",
    positiveNumber
      .refine((value) => value <= LONGEST_TIMEOUT_S, `it must be at most ${LONGEST_TIMEOUT_S} seconds, about 23 days`)
      .optional(),
  ),
  maxRetries: option("n", "number of retries of a failed request (default: 4)", wholeNumber.optional()),
  extraHeader: option("header", 'header of every request, like "X-Team: cardiology"', z.array(z.string()).optional()),
  extraBody: option("json", "fields that are merged into every request's body", z.string().optional()),
};
