import { expect, test } from "vitest";
import { generationFolder, keys } from "../store/object-keys.ts";
import { isPublicPage, PUBLIC_PAGES } from "./public-pages.ts";
import { runFileKeys } from "../store/run-files.ts";

const NONCE = "0123456789abcdef0123456789abcdef";
const RUN = "quiz:model=m_a";
const keyOf = (access: string) =>
  runFileKeys("s", RUN, { folder: generationFolder(access, 1, NONCE), derived: "derived-0123456789ab" });

/** As a policy of S3 matches a resource: "*" represents any characters. */
const policyAllows = (key: string): boolean =>
  new RegExp(`^${PUBLIC_PAGES.replaceAll(/[.]/g, String.raw`\.`).replaceAll("*", ".*")}$`).test(key);

test.each([
  "pages/index.json",
  "pages/1.json",
  "pages/40000.json",
  "pages/list.json",
  "pages/list-1.json",
  "pages/ids-2.json",
  "pages/details-3.json",
])("everyone may read %s of a public run", (file) => {
  expect([isPublicPage(keyOf("public")(file)), policyAllows(keyOf("public")(file))]).toEqual([true, true]);
});

test.each([
  ["a page of a gated run", keyOf("gated")("pages/1.json")],
  ["a page of a private run", keyOf("private")("pages/1.json")],
  ["a page of a local run", keyOf("local")("pages/1.json")],
  ["the answers of a public run", keyOf("public")("scenario_state.json")],
  ["the scores of a public run", keyOf("public")("scores.json")],
  ["a manifest", keyOf("public")("manifest.json")],
  ["a page next to the manifest", keys.runFile("s", RUN, "pages/1.json")],
  ["a page of a suite's summary", "runs/s/pages/slug/1.json"],
  ["an earlier attempt of format N-1", `${keys.previous("s", RUN, 1)}pages/1.json`],
  ["a held run with the name public", `${keys.generation("s", "public", `held/1-${NONCE}`)}pages/1.json`],
  ["a public run with the name pages", `${keys.generation("s", "pages", `public/1-${NONCE}`)}scenario_state.json`],
  ["a release", keys.releaseFile("R", "pages/slug/1.json")],
  ["a submission", keys.submission("id")],
])("nobody may read %s without a key", (_, key) => {
  expect([isPublicPage(key), policyAllows(key)]).toEqual([false, false]);
});
