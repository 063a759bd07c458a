import { expect, test } from "vitest";
import { imageObject, imagesIn, textObject } from "../helm/media.ts";
import { Deployment } from "../models/deployment.ts";
import { createBudget, worstMicroUsd } from "../money/budget.ts";
import { augmentInstances } from "../perturbations/augment.ts";
import { DataAugmenterSpec } from "../helm/run-spec.ts";
import type { Instance } from "../helm/instance.ts";
import { buildRequestStates, WITH_IMAGES } from "./requests/build-requests.ts";
import { generation } from "./spec/prompt-specs.ts";
import { noTokenizerWindow } from "./requests/window.ts";

const FILE = `images/${"a".repeat(64)}.png`;
const picture = { content_type: "image/png", location: FILE };
const instance: Instance = {
  input: {
    text: "Is there a circle?",
    multimedia_content: { media_objects: [picture, textObject("Is there a circle?")] },
  },
  references: [],
  split: "test",
  id: "id0",
};
const spec = {
  ...generation({ instructions: "Answer in a word.", outputNoun: "Answer", maxTrainInstances: 0 }),
  method: WITH_IMAGES,
};
const requests = (evaluation: readonly Instance[], adapter = spec) =>
  [...buildRequestStates(adapter, { train: [], evaluation }, noTokenizerWindow)].map(({ request }) => request);

test("a prompt with an image has the instructions before it and the question behind it, and its text without the image", () => {
  const [request] = requests([instance]);
  expect(request?.prompt).toBe("Answer in a word.\n\nIs there a circle?\nAnswer:");
  expect(request?.multimodal_prompt).toEqual({
    media_objects: [
      { content_type: "text/plain", text: "Answer in a word.\n\n" },
      { content_type: "image/png", location: FILE },
      { content_type: "text/plain", text: "Is there a circle?\nAnswer:" },
    ],
  });
});

test("an instance without an image is asked as text alone", () => {
  const [request] = requests([{ ...instance, input: { text: "Is water wet?" } }]);
  expect(request).not.toHaveProperty("multimodal_prompt");
});

test("perturbations of a prompt with an image are refused", async () => {
  const augmenter = DataAugmenterSpec.parse({
    perturbation_specs: [
      { class_name: "helm.benchmark.augmentations.lowercase_perturbation.LowerCasePerturbation", args: {} },
    ],
    should_augment_eval_instances: true,
  });
  const of = { data_augmenter_spec: augmenter, adapter_spec: spec };
  await expect(augmentInstances({ train: [], evaluation: [instance] }, of)).rejects.toThrow(
    "instance id0 has images, and perturbations do not support images",
  );
});

test.each([
  ["89504e470d0a1a0a0000000d", "image/png", "png"],
  ["ffd8ffe000104a4649460001", "image/jpeg", "jpg"],
  ["474946383961010001000000", "image/gif", "gif"],
  ["524946461a00000057454250", "image/webp", "webp"],
])("bytes that begin with %s are %s", (start, type, ending) => {
  expect(imageObject(Buffer.from(start, "hex"), "b".repeat(64))).toEqual({
    content_type: type,
    location: `images/${"b".repeat(64)}.${ending}`,
  });
});

test("other bytes are no image, and a path of another tool's run is no image of this run", () => {
  expect(imageObject(Buffer.from("GIF87, a title of a text"), "b".repeat(64))).toBe(undefined);
  expect(imagesIn({ media_objects: [{ content_type: "image/jpeg", location: "/home/me/0.jpg" }] })).toEqual([]);
});

test("a dollar budget reserves the most tokens that an image can cost", () => {
  const deployment = Deployment.parse({
    name: "a/b",
    modelName: "a/b",
    client: { kind: "openai-chat", modelSent: "b", baseUrl: "http://127.0.0.1:1/v1" },
    trust: "local",
    price: { inputUsdPerMillion: 1, outputUsdPerMillion: 0 },
  });
  const [withImage] = requests([instance]);
  if (withImage === undefined) throw new Error("no request");
  const { multimodal_prompt: _images, ...textOnly } = withImage;
  const budget = createBudget({ maxMicroUsd: 1_000_000 });
  expect(worstMicroUsd(deployment, withImage, budget) - worstMicroUsd(deployment, textOnly, budget)).toBe(40_000);
});
