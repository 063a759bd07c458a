import { loadFrom } from "@medhelm/testing/fixtures/benchmarks/files";
import { smallPng } from "@medhelm/testing/small-png";
import { expect, test } from "vitest";
import vqaRad from "./index.ts";
import { files } from "./sample.cases.ts";

test("the questions of the train split come first, and only the test split is evaluated", async () => {
  const { instances } = await loadFrom(vqaRad, files);
  expect(
    instances.map(({ id, split, input, references }) => [id, split, input.text, references[0]?.output.text]),
  ).toEqual([
    ["id0", "train", "Is the square bright?", "No"],
    ["id1", "train", "What shape is it?", "square"],
    ["id2", "train", "Is the square bright?", "Yes"],
    ["id3", "test", "Is the square bright?", "No"],
    ["id4", "test", "What shape is it?", "square"],
    ["id5", "test", "Is the square bright?", "Yes"],
  ]);
});

test("each question has its image before its text, and the bytes of the file's image", async () => {
  const { instances, readImage } = await loadFrom(vqaRad, files);
  const [image, question] = Object(instances[5]?.input.multimedia_content).media_objects;
  expect(question).toEqual({ content_type: "text/plain", text: "Is the square bright?" });
  expect(Buffer.from((await readImage?.(image.location)) ?? [])).toEqual(smallPng(220));
});

test("the questions about one image are a cluster", async () => {
  const { instances, groups } = await loadFrom(vqaRad, files);
  expect(instances.map(({ id }) => groups?.get(id ?? "")?.cluster)).toEqual(["1", "1", "2", "1", "1", "2"]);
});

test("the record of the run has the hash of both files", async () => {
  const { sources } = await loadFrom(vqaRad, files);
  expect(sources.map(({ label, sha256 }) => [label, sha256.length])).toEqual([
    ["vqa_rad/test.parquet", 64],
    ["vqa_rad/train.parquet", 64],
  ]);
});

test("a missing file is named with the place to get it", async () => {
  const one = { "vqa_rad/train.parquet": files["vqa_rad/train.parquet"] };
  await expect(loadFrom(vqaRad, one)).rejects.toThrow(/there is no file test\.parquet in it; .* download both from/);
});
