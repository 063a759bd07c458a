/**
 * Measures the site job: `node bench/site/run.ts [--json] [--write] [runs[xinstances] ...]`. A child process builds a release of sealed runs, and then
 * publishes its site with Astro over a store whose requests take S3's usual times. `--write` writes the table of docs/performance.md.
 */
import { parseArgs } from "node:util";
import { printMeasured } from "../print-measured.ts";
import { totalOf } from "../scale/counted-store.ts";
import { type MeasuredSite, measureSite } from "./measure-site.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { json: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
});

interface Row extends MeasuredSite {
  readonly runs: number;
  readonly instances: number;
}

const sizes = positionals.length > 0 ? positionals : ["350x1000", "1480x1400", "1480x10000"];
const rows = sizes.map((size): Row => {
  const [runs = 0, instances = 1000] = size.split("x").map(Number);
  return { runs, instances, ...measureSite(runs, instances) };
});
printMeasured<Row>({
  bench: "bench:site",
  columns: {
    runs: ({ runs }) => runs,
    "instances a run": ({ instances }) => instances,
    requests: ({ requests }) => totalOf(requests),
    "read, MB": ({ readBytes }) => mb(readBytes),
    "files on disk": ({ disk }) => disk.files,
    "disk, MB": ({ disk }) => mb(disk.bytes),
    seconds: (row) => row.seconds.toFixed(1),
    "of these Astro": ({ astroSeconds }) => astroSeconds.toFixed(1),
    "peak of Astro, MB": ({ maxRssBytes }) => mb(maxRssBytes),
  },
  rows,
  notes: [],
  json: values.json,
  write: values.write,
});

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1);
}
