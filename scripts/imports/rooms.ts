/** A folder with its own rules about what its files import. */
export interface Room {
  /** The files of this room start with this path. */
  readonly path: string;
  /** Rooms, or folders in rooms, that its product files import. */
  readonly product: readonly string[];
  /** Rooms and folders that its tests import in addition. */
  readonly tests: readonly string[];
  /** Modules of Node that its product files import; absent: all. */
  readonly node?: readonly string[];
}

const CORE = "packages/core/src/";
const BENCHMARKS = "packages/benchmarks/src/";
const ADAPTERS = "packages/adapters/src/";
const ENCODERS = "packages/encoders/src/";
const SERVICE = "packages/service/src/";
const CLI = "packages/cli/src/";
const TESTING = "packages/testing/src/";
const ALL = [CORE, BENCHMARKS, ADAPTERS, ENCODERS, SERVICE, CLI];

/** core <- benchmarks, adapters <- service <- functions, cli. Every room may import itself. */
export const ROOMS: readonly Room[] = [
  { path: CORE, product: [], tests: [TESTING, ADAPTERS], node: ["node:crypto"] },
  { path: BENCHMARKS, product: [CORE], tests: [TESTING, ADAPTERS] },
  { path: ADAPTERS, product: [CORE], tests: [TESTING] },
  { path: ENCODERS, product: [CORE, `${ADAPTERS}threads/`], tests: [TESTING, ADAPTERS] },
  { path: SERVICE, product: [CORE, BENCHMARKS], tests: [TESTING, ADAPTERS, "bench/"] },
  { path: "functions/", product: [CORE, BENCHMARKS, ADAPTERS, ENCODERS, SERVICE], tests: [TESTING] },
  { path: CLI, product: [CORE, BENCHMARKS, ADAPTERS, ENCODERS, SERVICE], tests: [TESTING] },
  { path: TESTING, product: [CORE, BENCHMARKS, ADAPTERS, SERVICE], tests: [] },
  {
    path: "web/",
    product: [`${CORE}release/`, `${CORE}exit-codes.ts`, `${CORE}disk-refusals.ts`],
    tests: [TESTING, CORE],
  },
  { path: "infra/", product: [CORE, "sst.config.ts"], tests: [] },
  { path: "sst.config.ts", product: ["infra/"], tests: [] },
  { path: "examples/", product: [CLI], tests: [] },
  { path: "scripts/", product: [...ALL, TESTING, "infra/", "test/browser/"], tests: ["bench/"] },
  { path: "bench/", product: [...ALL, TESTING, "functions/", "scripts/", "infra/", "test/"], tests: [] },
  {
    path: "test/",
    product: [...ALL, TESTING, "functions/", "scripts/", "infra/", "web/", "bench/", "examples/"],
    tests: [],
  },
];

export const roomOf = (path: string): Room | undefined => ROOMS.find((room) => path.startsWith(room.path));
