import type { Served } from "@medhelm/core/models/deployment";

const ECR_IMAGE = /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com\/([a-z0-9._/-]+)@sha256:[0-9a-f]{64}$/;

/** Requires a digest, because a tag may move while a suite runs. */
function imageOf(variable: string, what: string) {
  const image = process.env[variable] ?? "";
  const [, account, region, repository] = ECR_IMAGE.exec(image) ?? [];
  if (repository === undefined)
    throw new Error(
      `${variable} must name ${what} in ECR by digest: <account>.dkr.ecr.<region>.amazonaws.com/<repository>@sha256:<64 hex>.`,
    );
  return { image, repositoryArn: `arn:aws:ecr:${region}:${account}:repository/${repository}` };
}

/** The image of image/Dockerfile. Its first argument names the program: worker, weights, aggregate, site or pull-weights. */
export const workerImage = () => imageOf("MEDHELM_WORKER_IMAGE", "the worker's image");
/** The image of infra/server-image that serves a deployment: vLLM or llama.cpp, with a script that reports its exit to the worker. */
export const serverImage = ({ gguf }: Pick<Served, "gguf">) =>
  gguf === undefined
    ? imageOf("MEDHELM_VLLM_IMAGE", "the image of vLLM")
    : imageOf("MEDHELM_LLAMA_CPP_IMAGE", "the image of llama.cpp");
