import { Trust } from "@medhelm/core/models/deployment";
import { z } from "zod";
import { flag, option } from "../../terminal/option.ts";
import type { ValuesOf } from "../../terminal/define-command.ts";
import { pricePerMillion, sha256Text } from "../../terminal/option-values.ts";

/** Options that say which servers, data and encoder a run uses. medhelm run, up and start share them. */
export const modelOptions = {
  localPath: option(
    "dir",
    "folder with model_deployments.yaml, model_metadata.yaml and credentials.conf",
    z.string().default("prod_env"),
  ),
  endpoint: option(
    "url",
    "OpenAI-compatible server that answers for every model, e.g. http://127.0.0.1:8000/v1",
    z.string().optional(),
  ),
  judgeEndpoint: option("url", "another server, which answers for the judges", z.string().optional()),
  judgesMayBeCandidate: flag("let the only model of a server judge under the judges' names; the scores are marked"),
  allowRetiredJudges: flag("ask judges even if their provider has retired them"),
  apiKeyEnv: option("name", "environment variable that holds the key of --endpoint", z.string().optional()),
  modelName: option("name", "name of the model at --endpoint", z.string().optional()),
  trust: option(
    "place",
    "where the candidates and the given servers are: this machine, a place that your data-use agreements cover, or elsewhere",
    Trust.optional(),
  ),
  pricePerMillion: option(
    "prices",
    "dollars for a million tokens read and written, e.g. 2.5,10, of the candidates and the given servers, or NAME=IN,OUT; 0,0 costs nothing",
    z.array(pricePerMillion).default([]),
  ),
  dataDir: option("dir", "mirror of the benchmarks' data (or set MEDHELM_DATA)", z.string().optional()),
  fhirServer: option(
    "url",
    "FHIR server that the tasks of med_agent_bench read, e.g. http://127.0.0.1:8080/fhir (or set MEDHELM_FHIR_SERVER)",
    z.string().optional(),
  ),
  encoderDir: option(
    "dir",
    "folder of BERTScore's encoder: onnx/model.onnx and tokenizer.json (or set MEDHELM_ENCODER)",
    z.string().optional(),
  ),
  encoderDownload: flag("download BERTScore's encoder from the Hugging Face hub and record its checksum"),
  encoderSha256: option("hex", "sha256 that the encoder's model.onnx must have", sha256Text.optional()),
  offline: flag("refuse every connection beyond this machine"),
  offlineAllow: option("hosts", "hosts that --offline permits", z.array(z.string()).default([])),
  allowHosted: flag("permit hosted models to get the text of local benchmarks"),
};
export type ModelOptions = ValuesOf<typeof modelOptions>;
