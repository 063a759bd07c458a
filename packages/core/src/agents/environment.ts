import type { Instance } from "../helm/instance.ts";
import type { FhirServer } from "./fhir-server.ts";
import type { Tool, ToolCall } from "./tool.ts";

/** One step of the model: a text, and the calls of tools in their order. */
export interface Move {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  /** The limit of tokens cut the step. */
  readonly isCut: boolean;
}

/** The environment's answer to one call. */
export interface CallResult {
  /** the text that the model gets */
  readonly text: string;
  /** why the environment did not carry out the call; absent: it did */
  readonly invalid?: string;
}

/** `finished`: the model ended the task. `no_action`: it did nothing that the environment understands. */
export interface EpisodeEnd {
  readonly kind: "finished" | "no_action";
  /** one sentence for the reader of the transcript */
  readonly reason?: string;
}

/** The environment's answer to a move. */
export interface Reaction {
  /** one for each call, in the same order */
  readonly results: readonly CallResult[];
  /** The next message of the user; for a move without calls. */
  readonly says?: string;
  /** why the environment could not carry out a move without calls */
  readonly invalid?: string;
  /** Absent: the model has the next move. */
  readonly end?: EpisodeEnd;
}

/** One thing that code checked in the state after the last move. */
export interface Check {
  readonly name: string;
  readonly passed: boolean;
  /** the difference */
  readonly detail?: string;
}

/**
 * One task in progress. It is a function of the moves so far: a resumed run makes the same moves again from the stored answers and
 * reaches the same state.
 */
export interface Episode {
  react(move: Move): Reaction | Promise<Reaction>;
  /** Checks the state after the last move. The task succeeded if all checks passed. */
  checks(): readonly Check[] | Promise<readonly Check[]>;
}

/** The part of a benchmark whose models act in several steps. */
export interface Agent {
  /** Empty: the environment reads the actions from the model's text. */
  readonly tools: readonly Tool[];
  /** The most steps of a task. One step is one request to the model. */
  readonly maxSteps: number;
  /** The most that a task may cost; absent: no limit. */
  readonly maxMicroUsd?: number;
  /** Its tasks read a FHIR server, which a run then needs. Its records must stay the same while a run is in progress. */
  readonly readsFhir?: true;
  /** Starts the task of an instance. `fhir` is present if the environment reads it. */
  open(instance: Instance, fhir?: FhirServer): Episode | Promise<Episode>;
}
