import type { Model, Move } from "./explore.ts";

/**
 * The protocol of leases and generations of one run (docs/protocol.md), as a model for `explore`. Each move is one operation on the store by
 * one worker. A worker may stall between any two of its moves, for any time, and may die there. A reply to a put may be lost.
 */
export interface Bounds {
  /** The configuration that each worker has for the run. Another configuration than the stored one opens a new generation. */
  readonly configurations: readonly string[];
  /** How often a worker may take the lease, all workers together. */
  readonly acquisitions: number;
  readonly deaths: number;
  readonly lostReplies: number;
  /** How often a submission ends without a seal, after which unsealed attempts are deleted. */
  readonly ends: number;
}

/** Each rule can be left out, to show that the exploration finds the fault. */
export interface Rules {
  /** A lease is put only in place of the one that was read. */
  readonly leaseIsConditional: boolean;
  /** Each attempt writes into a folder of its own. */
  readonly ownFolder: boolean;
  /** A worker that reads the identity of a later term leaves the run. */
  readonly leavesLaterTerm: boolean;
  /** A worker replaces no identity that has changed since it read it, if its term is not earlier. */
  readonly termsRise: boolean;
  /** An answer never replaces another one. */
  readonly firstAnswerCounts: boolean;
  /** A folder is sealed or deleted, and never both. */
  readonly decides: boolean;
  /** A seal replaces only an earlier generation, if nobody has changed it since it was read. */
  readonly sealIsConditional: boolean;
}
export const RULES: Rules = {
  leaseIsConditional: true,
  ownFolder: true,
  leavesLaterTerm: true,
  termsRise: true,
  firstAnswerCounts: true,
  decides: true,
  sealIsConditional: true,
};

interface Lease {
  /** The number of the acquisition, in the place of a random nonce. */
  readonly nonce: number;
  readonly by: number;
  readonly term: number;
  readonly renewals: number;
  readonly isHeld: boolean;
  readonly isExpired: boolean;
}
interface Identity {
  readonly configuration: string;
  readonly generation: number;
  readonly term: number;
  /** The complete attempt; -1: none yet. */
  readonly folder: number;
}
interface Folder {
  readonly generation: number;
  readonly state: "partial" | "complete" | "deleted";
  readonly answer: number;
  readonly decision: "none" | "seal" | "delete";
}
interface Manifest {
  readonly generation: number;
  readonly folder: number;
}
type Working =
  | "looks for the run"
  | "takes the lease"
  | "reads its lease back"
  | "reads the identity"
  | "writes the identity"
  | "looks for the answer"
  | "asks the model"
  | "stores the answer"
  | "begins its files"
  | "completes its files"
  | "names its files"
  | "frees the lease"
  | "reads what to seal"
  | "decides to seal"
  | "reads the seal"
  | "seals"
  | "cleans up";
type At = Working | "ended" | "dead";

interface Worker {
  readonly at: At;
  /** The lease or seal that it read, or the lease that it wrote. */
  readonly lease?: Lease | undefined;
  readonly seal?: Manifest | undefined;
  /** The identity that it read or wrote. */
  readonly identity?: Identity | undefined;
  readonly nonce: number;
  readonly term: number;
  readonly answer: number;
  /** The attempt that it seals. */
  readonly folder: number;
  readonly generation: number;
}
export interface State {
  readonly lease?: Lease | undefined;
  readonly identity?: Identity | undefined;
  readonly manifest?: Manifest | undefined;
  /** The stored answer; -1: none. The model never answers twice alike: its answer is the nonce of who asks. */
  readonly answer: number;
  readonly folders: readonly (Folder | undefined)[];
  readonly workers: readonly Worker[];
  readonly acquisitions: number;
  readonly deaths: number;
  readonly lostReplies: number;
  readonly ends: number;
}

const FRESH: Worker = { at: "looks for the run", nonce: -1, term: 0, answer: -1, folder: -1, generation: 0 };

export function runProtocol(bounds: Bounds, rules: Rules = RULES): Model<State> {
  const first: State = {
    answer: -1,
    folders: [],
    workers: bounds.configurations.map(() => FRESH),
    acquisitions: 0,
    deaths: 0,
    lostReplies: 0,
    ends: 0,
  };
  return {
    first,
    moves: (state) => moves(state, bounds, rules),
    wrong,
    nameOf: (state) => JSON.stringify(state),
    isGood: (state) => state.manifest !== undefined && state.manifest.generation === state.identity?.generation,
    // a further process would take the lease when it expires
    isExcused: ({ workers, acquisitions }) =>
      acquisitions === bounds.acquisitions || workers.every(({ at }) => at === "dead" || at === "ended"),
  };
}

function moves(state: State, bounds: Bounds, rules: Rules): Move<State>[] {
  const found: Move<State>[] = [];
  const { lease } = state;
  if (lease?.isHeld === true && !lease.isExpired)
    found.push({ name: "the lease expires", to: { ...state, lease: { ...lease, isExpired: true } } });
  if (state.ends < bounds.ends && state.folders.length > 0)
    found.push({
      name: "a submission ends without a seal",
      to: { ...state, ends: state.ends + 1, folders: withoutUnsealed(state, rules, Number.POSITIVE_INFINITY) },
    });
  for (const [number, worker] of state.workers.entries()) {
    if (worker.at === "ended" || worker.at === "dead") continue;
    const add = (what: string, change: Partial<State>, next: Partial<Worker>): void => {
      const workers = state.workers.with(number, { ...worker, ...next });
      found.push({ name: `worker ${number} ${worker.at}: ${what}`, to: { ...state, ...change, workers } });
    };
    /** A put that takes place, and the same with a lost reply, after which the worker reads back. */
    const put = (change: Partial<State>, next: Partial<Worker>, unsure: Partial<Worker>): void => {
      add("written", change, next);
      if (state.lostReplies < bounds.lostReplies)
        add("written, reply lost", { ...change, lostReplies: state.lostReplies + 1 }, unsure);
    };
    const turn = { state, number, worker, bounds, rules, add, put };
    renew(turn);
    STEPS[worker.at](turn);
    if (state.deaths < bounds.deaths) add("dies", { deaths: state.deaths + 1 }, { ...FRESH, at: "dead" });
  }
  return found;
}

interface Turn {
  readonly state: State;
  readonly number: number;
  readonly worker: Worker;
  readonly bounds: Bounds;
  readonly rules: Rules;
  readonly add: (what: string, change: Partial<State>, next: Partial<Worker>) => void;
  readonly put: (change: Partial<State>, next: Partial<Worker>, unsure: Partial<Worker>) => void;
}

/** A worker that has lost the run forgets everything, and comes back to it. */
const BACK: Partial<Worker> = { ...FRESH, lease: undefined, identity: undefined, seal: undefined };
const ENDED: Partial<Worker> = { ...BACK, at: "ended" };

/** The next move of a worker, by where it is. Each is one operation on the store. */
const STEPS: Readonly<Record<Working, (turn: Turn) => void>> = {
  "looks for the run"({ state, bounds, add }) {
    const { lease } = state;
    const isLeft = lease?.isHeld !== true || lease.isExpired || state.workers[lease.by]?.at === "dead";
    if (isLeft && state.acquisitions < bounds.acquisitions) add("it is free", {}, { at: "takes the lease", lease });
  },
  "takes the lease"({ state, number, worker, bounds, rules, add, put }) {
    if (rules.leaseIsConditional && !same(state.lease, worker.lease)) return add("refused", {}, BACK);
    if (state.acquisitions === bounds.acquisitions) return add("gives up", {}, BACK);
    const nonce = state.acquisitions;
    const term = (worker.lease?.term ?? 0) + 1;
    const lease: Lease = { nonce, by: number, term, renewals: 0, isHeld: true, isExpired: false };
    const held = { nonce, term, lease };
    return put(
      { lease, acquisitions: nonce + 1 },
      { ...held, at: "reads the identity" },
      { ...held, at: "reads its lease back" },
    );
  },
  "reads its lease back"({ state, worker, add }) {
    if (state.lease?.nonce === worker.nonce) add("its own", {}, { at: "reads the identity" });
    else add("lost", {}, BACK);
  },
  "reads the identity"(turn) {
    const { state, worker, rules, add } = turn;
    const { identity } = state;
    if (rules.leavesLaterTerm && (identity?.term ?? 0) > worker.term) return add("another took over", {}, BACK);
    if (identity?.configuration === configurationOf(turn)) {
      const done = { at: "frees the lease", identity: undefined } as const;
      if ((state.manifest?.generation ?? 0) >= identity.generation) return add("sealed", {}, done);
      if (isComplete(state, identity.folder)) return add("complete", {}, done);
    }
    return add("to do", {}, { at: "writes the identity", identity });
  },
  "writes the identity"(turn) {
    const { worker } = turn;
    const configuration = configurationOf(turn);
    const before = worker.identity;
    const isSame = before?.configuration === configuration;
    const generation = (before?.generation ?? 0) + (isSame ? 0 : 1);
    replaceIdentity(turn, { configuration, generation, term: worker.term, folder: -1 }, "looks for the answer");
  },
  "looks for the answer"({ state: { answer }, add }) {
    if (answer >= 0) add("found", {}, { at: "begins its files", answer });
    else add("none", {}, { at: "asks the model" });
  },
  "asks the model"({ worker, add }) {
    add("answered", {}, { at: "stores the answer", answer: worker.nonce });
  },
  "stores the answer"({ state: { answer }, worker, rules, add, put }) {
    if (answer >= 0 && rules.firstAnswerCounts) return add("another was first", {}, { at: "begins its files", answer });
    return put({ answer: worker.answer }, { at: "begins its files" }, { at: "looks for the answer" });
  },
  "begins its files"({ state, worker, rules, add }) {
    const folder = rules.ownFolder ? worker.nonce : 0;
    const decision = state.folders[folder]?.decision ?? "none";
    const generation = worker.identity?.generation ?? 0;
    const started: Folder = { generation, state: "partial", answer: worker.answer, decision };
    add("started", { folders: withFolder(state.folders, folder, started) }, { at: "completes its files", folder });
  },
  "completes its files"({ state, worker, add }) {
    const started = state.folders[worker.folder];
    if (started === undefined) return;
    const complete: Folder = { ...started, answer: worker.answer, state: "complete" };
    add("complete", { folders: withFolder(state.folders, worker.folder, complete) }, { at: "names its files" });
  },
  "names its files"(turn) {
    const { worker } = turn;
    if (worker.identity !== undefined)
      replaceIdentity(turn, { ...worker.identity, folder: worker.folder }, "frees the lease");
  },
  "frees the lease"({ state: { lease }, worker, add }) {
    const isMine = lease !== undefined && same(lease, worker.lease);
    const change = isMine ? { lease: { ...lease, isHeld: false } } : {};
    add(isMine ? "freed" : "not its own", change, { ...BACK, at: "reads what to seal" });
  },
  "reads what to seal"({ state, add }) {
    const { identity, manifest } = state;
    if (identity === undefined || (manifest?.generation ?? 0) >= identity.generation)
      return add("sealed before", {}, ENDED);
    const { folder, generation } = identity;
    if (!isComplete(state, folder)) return add("not ready", {}, ENDED);
    return add("ready", {}, { at: "decides to seal", folder, generation });
  },
  "decides to seal"({ state: { folders }, worker, rules, add }) {
    const folder = folders[worker.folder];
    if (folder === undefined || !rules.decides) return add("decided", {}, { at: "reads the seal" });
    if (folder.decision === "delete") return add("deleted meanwhile", {}, ENDED);
    const decided: Folder = { ...folder, decision: "seal" };
    return add("decided", { folders: withFolder(folders, worker.folder, decided) }, { at: "reads the seal" });
  },
  "reads the seal"({ state: { manifest }, worker, rules, add }) {
    if (rules.sealIsConditional && (manifest?.generation ?? 0) >= worker.generation)
      add("sealed before", {}, { at: "cleans up", seal: undefined });
    else add("read", {}, { at: "seals", seal: manifest });
  },
  seals({ state: { manifest }, worker, rules, add, put }) {
    if (rules.sealIsConditional && !same(manifest, worker.seal)) return add("refused", {}, { at: "reads the seal" });
    const sealed: Manifest = { generation: worker.generation, folder: worker.folder };
    return put({ manifest: sealed }, { at: "cleans up", seal: undefined }, { at: "reads the seal", seal: undefined });
  },
  "cleans up"({ state, worker, rules, add }) {
    add("done", { folders: withoutUnsealed(state, rules, worker.generation) }, ENDED);
  },
};

const configurationOf = ({ bounds, number }: Turn): string => bounds.configurations[number] ?? "";

/** The holder renews its lease once, at any time while it works. At a lease of another holder it stops. */
function renew({ state: { lease }, worker, add }: Turn): void {
  const mine = worker.lease;
  const holds = worker.nonce >= 0 && mine?.nonce === worker.nonce && worker.at !== "reads its lease back";
  if (!holds || mine.renewals > 0) return;
  if (lease === undefined || lease.nonce !== mine.nonce || lease.renewals !== mine.renewals)
    return add("renews, but another holds the run", {}, BACK);
  const renewed: Lease = { ...lease, renewals: 1, isExpired: false };
  add("renews", { lease: renewed }, { lease: renewed });
}

function replaceIdentity({ state, worker, rules, add, put }: Turn, after: Identity, at: At): void {
  const { identity } = state;
  const done = { at, identity: after };
  if (same(identity, after)) return add("written before", {}, done); // its reply was lost
  if (same(identity, worker.identity) || !rules.termsRise) return put({ identity: after }, done, {});
  if ((identity?.term ?? 0) >= worker.term) return add("another took over", {}, BACK);
  // an earlier term wrote it: only a worker that has not asked yet may read it again
  return worker.at === "writes the identity"
    ? add("changed by an earlier worker", {}, { at: "reads the identity", identity: undefined })
    : add("changed by an earlier worker", {}, BACK);
}

/** Deletes the attempts up to a generation that are not sealed and that nobody has decided to seal. */
const withoutUnsealed = ({ folders, manifest }: State, rules: Rules, generation: number): State["folders"] =>
  folders.map((folder, name): Folder | undefined => {
    const isOver = folder !== undefined && folder.generation <= generation && name !== manifest?.folder;
    if (!isOver || (rules.decides && folder.decision === "seal")) return folder;
    return { ...folder, state: "deleted", decision: "delete" };
  });

const isComplete = (state: State, folder: number): boolean =>
  state.folders[folder]?.state === "complete" && state.folders[folder].decision !== "delete";

function withFolder(folders: State["folders"], name: number, folder: Folder): State["folders"] {
  const longer = Array.from({ length: Math.max(folders.length, name + 1) }, (_, i) => folders[i]);
  return longer.with(name, folder);
}

/** The store compares etags: an expiry changes none. */
function same(a: object | undefined, b: object | undefined): boolean {
  return (
    JSON.stringify({ ...a, isExpired: undefined, none: a === undefined }) ===
    JSON.stringify({ ...b, isExpired: undefined, none: b === undefined })
  );
}

type Broken = (to: State, from: State) => boolean;

/** Faults that no move may cause. */
const NEVER: readonly (readonly [what: string, isBroken: Broken])[] = [
  [
    "the seal names files that are not complete",
    ({ manifest, folders }) => manifest !== undefined && folders[manifest.folder]?.state !== "complete",
  ],
  [
    "the seal names files of another generation",
    ({ manifest, folders }) => manifest !== undefined && folders[manifest.folder]?.generation !== manifest.generation,
  ],
  [
    "the sealed files have another answer than the stored one",
    ({ manifest, folders, answer }) => manifest !== undefined && folders[manifest.folder]?.answer !== answer,
  ],
  ["a stored answer is replaced", (to, from) => from.answer >= 0 && from.answer !== to.answer],
  [
    "the seal goes back to an earlier generation",
    (to, from) => (to.manifest?.generation ?? 0) < (from.manifest?.generation ?? 0),
  ],
  [
    "an earlier worker replaces the identity of a later one",
    (to, from) => (to.identity?.term ?? 0) < (from.identity?.term ?? 0),
  ],
  ["the term of the lease falls", (to, from) => (to.lease?.term ?? 0) < (from.lease?.term ?? 0)],
  [
    "two workers take the run under one term",
    (to, from) => to.lease?.nonce !== from.lease?.nonce && to.lease?.term === from.lease?.term,
  ],
  [
    "a worker writes into complete files",
    (to, from) =>
      from.folders.some((folder, name) => folder?.state === "complete" && to.folders[name]?.state === "partial"),
  ],
];

const wrong = (to: State, from: State): string | undefined => NEVER.find(([, isBroken]) => isBroken(to, from))?.[0];
