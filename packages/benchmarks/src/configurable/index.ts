import type { Instance } from "@medhelm/core/helm/instance";
import type { MediaObject } from "@medhelm/core/helm/media";
import type { EntryArgs, InstanceStream, OnProblem, SourceFile, UserFiles } from "@medhelm/core/run/benchmark";
import { collect } from "@medhelm/core/run/collect";
import { Card } from "@medhelm/core/run/card";
import { IMAGE_TOKENS } from "@medhelm/core/money/image-tokens";
import { generation } from "@medhelm/core/run/spec/prompt-specs";
import { shownNames } from "@medhelm/core/text/shown-names";
import { UserError } from "@medhelm/core/user-error";
import type { DefinedBenchmark } from "../define.ts";
import { card, cardOf } from "./card.ts";
import { type Config, didYouMean, type JuryConfig, readConfig } from "./config.ts";
import { checkedRows, isOnlyJudged, requireColumns, toInstance } from "./instances.ts";
import { juryAnnotator } from "./jury.ts";
import { metricSpecs } from "./metrics.ts";
import { WITH_IMAGES } from "@medhelm/core/run/requests/build-requests";
import { tableImages, type TableImages } from "./images.ts";
import { type OpenTable, openTable, orProblem } from "../files/open-table.ts";
import { asHelmReads, type Row } from "../files/read-table.ts";
import { readTemplate, type Template } from "./template.ts";

const KIND = "medhelm_configurable_benchmark";
const SCENARIO = "helm.benchmark.scenarios.medhelm_configurable_scenario.MedHELMConfigurableScenario";

export interface ConfigurableOptions {
  /** Whether a built-in benchmark has this name. */
  readonly isTaken: (name: string) => boolean;
  /** Reads cells as HELM's pandas does (001 is 1, NA is nan), for comparison with HELM's runs. Without it, cells stay text. */
  readonly helmCsv?: boolean;
}

/**
 * The benchmark behind medhelm_configurable_benchmark:config_path=FILE. It reads and checks all files except the
 * rows of the data, of which it reads the header. The rows are read with the instances.
 */
export const configurableBenchmark = ({ isTaken, helmCsv = false }: ConfigurableOptions): DefinedBenchmark => ({
  card: Card.parse(card),
  names: [KIND],
  scenarioClass: SCENARIO,
  ownMetrics: new Map(),
  ownAnnotators: new Map(),
  dataNeeds: () => ({ files: [], byHand: [] }),
  cases: () => [],
  settle: async (args, files) => {
    const path = configPath(args);
    const configFile = await files.read(path);
    const config = readConfig(configFile);
    // HELM's leaderboard groups runs by name: two benchmarks of one name would share a row
    if (isTaken(config.name))
      throw new UserError(
        `${configFile.label}: name: "${config.name}" is a built-in benchmark's name; give yours another one`,
      );
    const promptFile = await files.read(config.prompt_file, configFile.label);
    const dataFile = await files.open(config.dataset_file, configFile.label);
    const juries = await readJuries(
      config.metrics.filter((metric) => metric.name === "jury_score"),
      files,
      configFile,
    );
    const asked = juries.map(({ jury, file }) => juryAnnotator(config.name, jury, file));
    const template = readTemplate(promptFile);
    const table = await openTable(dataFile);
    requireColumns(template, table, config.metrics);
    const images = imagesOf(config, files, { template, table });
    const needsAnswer = !isOnlyJudged(config.metrics);
    const stream = (onProblem?: OnProblem): InstanceStream => {
      const { rows, sha256 } = table.rows(onProblem);
      return {
        instances: instancesOf(
          template,
          { label: table.label, onProblem, images },
          helmCsv ? rowsAsHelmReads(table, rows) : checkedRows(table.label, rows, { needsAnswer, onProblem }),
        ),
        sources: () => [{ label: config.dataset_file, sha256: sha256() }],
        ...(images === undefined ? {} : { readImage: images.readImage }),
      };
    };
    return {
      card: cardOf(config),
      name: config.name,
      scenarioSpec: { class_name: SCENARIO, args: { name: config.name, config_path: path } },
      scenario: {
        name: config.name,
        description: config.description,
        tags: ["biomedical"],
        definition_path:
          "https://github.com/stanford-crfm/helm/blob/main/src/helm/benchmark/scenarios/medhelm_configurable_scenario.py",
      },
      adapterSpec: {
        ...generation({ maxTokens: config.max_tokens, maxTrainInstances: 0, stopSequences: [] }),
        ...(images === undefined ? {} : { method: WITH_IMAGES }),
      },
      metricSpecs: metricSpecs(config),
      ownText: {
        each: promptFile.bytes.length + imagesIn(template, config) * IMAGE_TOKENS.most,
        all: dataFile.sizeBytes * mostUses(template),
      },
      annotators: asked.map(({ annotator }) => annotator),
      rubrics: asked.map(({ rubric }) => rubric),
      groups: [config.name],
      configuration: configFile.label,
      identityParts: {
        configuration: configFile.sha256,
        "prompt template": promptFile.sha256,
        ...Object.fromEntries(juries.map(({ file }) => ["judge prompt", file.sha256])),
        ...(helmCsv ? { "reading of the CSV": "pandas" } : {}),
      },
      stream: (_data, onProblem) => stream(onProblem),
      load: async () => {
        const { instances, sources, readImage } = stream();
        return {
          instances: await collect(instances),
          sources: sources(),
          ...(readImage === undefined ? {} : { readImage }),
        };
      },
    };
  },
});

/** How often the template repeats one column, and once for the answer that a judge reads. */
const mostUses = ({ fields }: Template): number =>
  1 + Math.max(0, ...[...Map.groupBy(fields, ({ name }) => name).values()].map(({ length }) => length));

/** The images of a prompt, at most. */
const imagesIn = ({ fields }: Template, { image_columns: columns = [] }: Config): number =>
  fields.filter(({ name }) => columns.includes(name)).length;

async function* instancesOf(
  template: Template,
  {
    label,
    onProblem,
    images,
  }: {
    readonly label: string;
    readonly onProblem: OnProblem | undefined;
    readonly images: TableImages | undefined;
  },
  rows: AsyncIterable<Row>,
): AsyncGenerator<Instance> {
  let index = 0;
  for await (const row of rows) {
    const parts = await partsOf(template, row, { onProblem, images });
    const shown = images === undefined ? row : withoutImages(row, images.columns);
    const instance = orProblem(() => toInstance(template, label, shown, index++, parts), onProblem);
    if (instance !== undefined) yield instance;
  }
}

/** @throws UserError, or passes it to `onProblem`, for a cell that names no image */
async function partsOf(
  template: Template,
  row: Row,
  { onProblem, images }: { readonly onProblem: OnProblem | undefined; readonly images: TableImages | undefined },
): Promise<readonly MediaObject[] | undefined> {
  try {
    return await images?.partsOf(template, row);
  } catch (error) {
    if (onProblem === undefined || !(error instanceof UserError)) throw error;
    onProblem(error);
    return undefined;
  }
}

/** The text of a prompt does not have the paths of its images. */
const withoutImages = ({ cells, ...row }: Row, columns: readonly string[]): Row => ({
  ...row,
  cells: { ...cells, ...Object.fromEntries(columns.map((column) => [column, ""])) },
});

/** @throws UserError for an image column that the table or the prompt does not have */
function imagesOf(
  { image_columns: columns, metrics }: Config,
  files: UserFiles,
  { template, table }: { readonly template: Template; readonly table: OpenTable },
): TableImages | undefined {
  if (columns === undefined) {
    if (metrics.some((metric) => metric.name === "jury_score" && metric.sees_images === true))
      throw new UserError(
        "sees_images: the benchmark has no images; name their columns with image_columns, or leave sees_images out",
      );
    return undefined;
  }
  for (const column of columns) {
    if (!table.columns.includes(column))
      throw new UserError(
        `image_columns: ${column} is not a column of ${table.label}${didYouMean(column, table.columns)}; it has ${shownNames(table.columns)}`,
      );
    if (!template.fields.some(({ name }) => name === column))
      throw new UserError(
        `${template.label}: it does not say where the image is; write {${column}} at its place, or remove ${column} from image_columns`,
      );
  }
  return tableImages(files, columns, table.label);
}

/** pandas decides how to read a column after it has seen all cells. */
async function* rowsAsHelmReads({ label, columns }: OpenTable, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
  yield* asHelmReads({ label, columns, rows: await collect(rows) }).rows;
}

export default (isTaken: ConfigurableOptions["isTaken"]): DefinedBenchmark => configurableBenchmark({ isTaken });

function configPath(args: EntryArgs): string {
  const { config_path: path, ...others } = args;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined)
    throw new UserError(
      `medhelm_configurable_benchmark takes no argument "${unknown}"${didYouMean(unknown, ["config_path"])}; it takes config_path`,
    );
  if (path === undefined)
    throw new UserError("medhelm_configurable_benchmark needs config_path=FILE, the YAML of the benchmark");
  return String(path);
}

const readJuries = (juries: readonly JuryConfig[], files: UserFiles, config: SourceFile) =>
  Promise.all(juries.map(async (jury) => ({ jury, file: await files.read(jury.prompt_file, config.label) })));
