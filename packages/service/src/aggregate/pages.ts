import type { PerInstanceStats } from "@medhelm/core/helm/stats";
import type { PageInstance } from "@medhelm/core/release/page";
import { pageIndex, paginate } from "@medhelm/core/release/page-instances";
import type { PutDerived } from "./derived-files.ts";

/** pages/<n>.json one by one, then pages/index.json. Holds one page, and of each where it begins. */
export async function putPages(put: PutDerived, instances: AsyncIterable<PageInstance>): Promise<void> {
  const chunks: { page: number; first: number; count: number; bytes: number }[] = [];
  for await (const { body, instances: shown, ...chunk } of paginate(instances)) {
    chunks.push(chunk);
    await put.whole(`pages/${chunk.page}.json`, body, { formatVersion: 1, page: chunk.page, instances: shown });
  }
  const index = pageIndex(chunks);
  await put.whole("pages/index.json", JSON.stringify(index), index);
}

/** metric -> value of one request; there is a record per metric class. */
export function valuesOf(records: readonly PerInstanceStats[]): Record<string, number> {
  const values: Record<string, number> = {};
  for (const { stats } of records)
    for (const { name, mean } of stats) if (mean !== undefined && isShown(name.name)) values[name.name] = mean;
  return values;
}

/** Wall-clock stats differ between two executions and have no place in a page. */
function isShown(metric: string): boolean {
  return !metric.startsWith("inference_") && metric !== "batch_size";
}
