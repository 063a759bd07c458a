import { expect, test } from "vitest";
import { kinship } from "./kinship.ts";

const served = (model: string, baseUrl = "http://127.0.0.1:8000/v1") => ({ served: { model, baseUrl } });
const candidate = (model: string, ...by: Parameters<typeof served>) => ({ model, ...served(...by) });
const judge = (model: string) => ({ model, modelDeployment: model });

test("a judge that its own server answers is unrelated to the candidate", () => {
  expect(kinship(candidate("acme/one", "one"), judge("other/two"), served("two"))).toEqual({ sameFamily: false });
});

test("a judge that the candidate answers under another name is the candidate", () => {
  expect(kinship(candidate("acme/one", "one"), judge("openai/gpt-4o"), served("one"))).toEqual({
    sameFamily: true,
    answeredBy: "one",
    isCandidate: true,
  });
});

test.each(["http://localhost:8000/v1", "http://[::1]:8000/v1", "http://127.0.0.2:8000/v1/"])(
  "a judge at %s, another name of the candidate's server, is the candidate",
  (baseUrl) => {
    expect(kinship(candidate("acme/one", "one"), judge("openai/gpt-4o"), served("one", baseUrl))).toEqual({
      sameFamily: true,
      answeredBy: "one",
      isCandidate: true,
    });
  },
);

test("the same model at another server is of the same family, not the candidate", () => {
  expect(
    kinship(candidate("acme/qwen2.5-7b", "qwen2.5:7b"), judge("x/judge"), served("qwen2.5:7b", "http://b/v1")),
  ).toEqual({
    sameFamily: true,
    answeredBy: "qwen2.5:7b",
  });
});

test("the family is that of the model that answers, not by the judge's name", () => {
  expect(
    kinship(candidate("acme/one", "qwen3-8b"), judge("openai/gpt-4o"), served("qwen2.5-72b", "http://b/v1")),
  ).toEqual({
    sameFamily: true,
    answeredBy: "qwen2.5-72b",
  });
});

test("a built-in judge is unrelated to the candidate", () => {
  expect(kinship(candidate("acme/one", "one"), judge("judge/lexical"), {})).toEqual({ sameFamily: false });
});

const says = (model: string, reported: string) => ({
  ...served(model),
  identified: { model: { reported }, notices: [] },
});

test("a judge is the candidate if one server's replies name the same model for both", () => {
  const kin = kinship(
    { model: "acme/one", ...says("one", "weights-7b") },
    judge("acme/judge"),
    says("judge", "weights-7b"),
  );
  expect(kin).toEqual({ sameFamily: true, answeredBy: "weights-7b", isCandidate: true });
});

test("a server that repeats the name of each request shows no kinship", () => {
  const kin = kinship({ model: "acme/one", ...says("one", "one") }, judge("other/judge"), says("judge", "judge"));
  expect(kin).toEqual({ sameFamily: false });
});

test("the family is also that of the model in the reply", () => {
  const by = { ...says("b", "qwen2.5-72b"), served: { model: "b", baseUrl: "http://b/v1" } };
  expect(kinship({ model: "acme/one", ...says("one", "qwen3-8b") }, judge("x/b"), by)).toEqual({ sameFamily: true });
});
