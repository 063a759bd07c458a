import type { Card } from "@medhelm/core/run/card";
import { sizeText } from "../terminal/size-text.ts";
import { textTable } from "../terminal/text-table.ts";
import { type BenchmarkData, mayTravel } from "./data-catalogue.ts";
import type { ExaminedFile } from "./examine-files.ts";
import type { FilePull } from "./pull-data.ts";

/** The licences of benchmarks, as `medhelm data license` and the first pull print them. */
export const licenceTable = (cards: readonly Card[]): string =>
  textTable(
    ["benchmark", "access", "licence", "may be passed on", "source"],
    cards.map((card) => [card.name, card.access, card.licence, mayTravel(card) ? "yes" : "ask its owner", card.source]),
  );

export const fileTable = (files: readonly ExaminedFile[]): string =>
  textTable(
    ["benchmark", "file", "state", "size", "checksum"],
    files.map(({ benchmark, path, state, sizeBytes, checksum }) => [
      benchmark,
      path,
      state,
      sizeBytes === undefined ? "" : sizeText(sizeBytes),
      checksum,
    ]),
  );

/** The lines of `medhelm data list` about data that no command can get. */
export function byHandLines(catalogue: readonly BenchmarkData[]): string[] {
  return catalogue.flatMap(({ card, byHand }) => byHand.map(({ path, obtain }) => `${card.name}: ${path}: ${obtain}`));
}

export const pulledTable = (pulls: readonly FilePull[]): string =>
  textTable(
    ["file", "state", "size", "sha256"],
    pulls.map(({ file, state, record }) => [
      file.path,
      state === "here" ? "was here" : state,
      record === undefined ? "" : sizeText(record.sizeBytes),
      record?.sha256 ?? file.sha256 ?? "",
    ]),
  );
