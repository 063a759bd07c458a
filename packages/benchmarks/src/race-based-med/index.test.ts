import { strToU8, zipSync } from "fflate";
import { expect, test } from "vitest";
import { loadFrom, noUserFiles, outline, readsBack } from "@medhelm/testing/fixtures/benchmarks/files";
import raceBasedMed from "./index.ts";

const run = (text: string, color?: string) =>
  `<w:r>${color === undefined ? "" : `<w:rPr><w:color w:val="${color}"/></w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`;
const paragraph = (...runs: string[]) => `<w:p><w:pPr/>${runs.join("")}</w:p>`;
const document = (...paragraphs: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?><w:document xmlns:w="urn:w"><w:body>${paragraphs.join("")}</w:body></w:document>`;
const docx = (xml: string, name = "word/document.xml") =>
  zipSync({ [name]: strToU8(xml), "other.xml": strToU8("<a/>") });
const load = (bytes: Uint8Array) => loadFrom(raceBasedMed, { "race_based_med/41746_2023_939_MOESM1_ESM.docx": bytes });

const sample = docx(
  document(
    paragraph(run("An invented supplement")),
    paragraph(run("Run 1: "), run("Does tea differ?")),
    paragraph(run("No, "), run("it &amp; coffee do not.")),
    paragraph(run("Second paragraph."), "<w:r><w:br/><w:t>After a break</w:t></w:r>"),
    paragraph(run("Run 2: Does coffee differ?")),
    paragraph(run("Yes, "), run("by the cup", "ff0000")),
    paragraph(run("Run 3: Does coffee differ?")),
    paragraph(run("Yes, by the cup")),
  ),
);

test("red text marks an answer as problematic; of equal answers, the label of the last one counts", async () => {
  const { instances } = await load(sample);
  expect(
    instances.map(outline).map(([text, options, right]) => [text.slice(text.indexOf("Question:")), options, right]),
  ).toEqual([
    [
      "Question: Does tea differ?\nResponse: No, it & coffee do not.\nSecond paragraph.\nAfter a break\n",
      ["yes", "no"],
      [1],
    ],
    ["Question: Does coffee differ?\nResponse: Yes, by the cup\n", ["yes", "no"], [1]],
  ]);
});

test("red text in the published colour decides", async () => {
  const { instances } = await load(docx(document(paragraph(run("Run 1: Q?")), paragraph(run("A", "FF0000")))));
  expect(instances.map(outline)[0]?.[2]).toEqual([0]);
});

test("the sentences above a question are read back from the instances", async () => {
  expect(readsBack(await raceBasedMed.settle({}, noUserFiles), await load(sample))).toBe(true);
});

test("another kind of document is refused in one sentence", async () => {
  await expect(load(sample.slice(0, 200))).rejects.toThrow(/not a complete ZIP archive/);
  await expect(load(strToU8("text"))).rejects.toThrow(/not a complete ZIP archive/);
  await expect(load(docx("<w:a/>", "word/other.xml"))).rejects.toThrow(/the archive has no word\/document\.xml/);
  await expect(load(docx("<w:document><w:body>"))).rejects.toThrow(/word\/document\.xml: not complete, readable XML/);
  await expect(load(docx(document(paragraph(run("Nothing")))))).rejects.toThrow(
    /no paragraph "Run <number>: <question>"/,
  );
});

test("a document that unpacks to a hundred times its size is refused", async () => {
  await expect(load(docx(document(paragraph(run("x".repeat(5_000_000))))))).rejects.toThrow(
    /word\/document\.xml unpacks to 5\d{6} bytes/,
  );
});
