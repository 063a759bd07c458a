const ECR_IMAGE = /^(\d{12})\.dkr\.ecr\.([a-z0-9-]+)\.amazonaws\.com\/([a-z0-9._/-]+)@sha256:[0-9a-f]{64}$/;

/** An image by digest: a tag could be moved under a running suite. */
function imageOf(variable: string, what: string) {
  const image = process.env[variable] ?? "";
  const [, account, region, repository] = ECR_IMAGE.exec(image) ?? [];
  if (repository === undefined)
    throw new Error(
      `${variable} must name ${what} in ECR by digest: <account>.dkr.ecr.<region>.amazonaws.com/<repository>@sha256:<64 hex>.`,
    );
  return { image, repositoryArn: `arn:aws:ecr:${region}:${account}:repository/${repository}` };
}

/** Dockerfile. Its programs by their first argument: worker, weights, aggregate, site, pull-weights. */
export const workerImage = () => imageOf("MEDHELM_WORKER_IMAGE", "the worker's image");
/** infra/server-image: vLLM's own, and what tells the worker of its end. */
export const serverImage = () => imageOf("MEDHELM_VLLM_IMAGE", "the model server's image");
