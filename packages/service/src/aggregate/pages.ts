import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import type { PageInstance } from "@medhelm/core/release/page";
import { pageIndex, paginate } from "@medhelm/core/release/page-instances";
import type { PutDerived } from "./derived-files.ts";

/**
 * Writes pages/<n>.json one by one, then pages/index.json. It keeps one page in memory, and the position of each page.
 */
export async function putPages(put: PutDerived, instances: AsyncIterable<PageInstance>): Promise<void> {
  const chunks: { page: number; first: number; count: number; bytes: number }[] = [];
  for await (const { body, instances: shown, ...chunk } of paginate(instances)) {
    chunks.push(chunk);
    await put.whole(`pages/${chunk.page}.json`, body, { formatVersion: 1, page: chunk.page, instances: shown });
  }
  const index = pageIndex(chunks);
  await put.whole("pages/index.json", JSON.stringify(index), index);
}

/** Maps each metric to its value for one request. There is one record per metric class. */
export function valuesOf(records: readonly PerInstanceStats[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { stats } of records)
    for (const { name, mean } of stats) if (mean !== undefined && isShown(name.name)) values[name.name] = mean;
  return values;
}

/** Wall-clock stats differ between two executions, so pages omit them. */
function isShown(metric: string): boolean {
  return !metric.startsWith("inference_") && metric !== "batch_size";
}
