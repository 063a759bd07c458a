import type { RunSpec } from "@medhelm/core/helm/run-spec";
import { RequestState } from "@medhelm/core/helm/scenario-state";
import { helmJson } from "@medhelm/core/helm/write-json";
import type { TokenUsage } from "@medhelm/core/ports";
import { z } from "zod";
import type { FirstPass, PassOf } from "./first-pass.ts";
import type { Fields } from "./read-lists.ts";

/** A first pass that took place while the worker wrote scenario_state.json. */
export interface DonePass {
  readonly pass: FirstPass;
  readonly fields: Fields;
  /** of the scenario_state.json with these requests */
  readonly stateSha256: string;
}

/** Scores requests while the worker still asks others. */
export interface EarlyScores {
  /** Returns a promise before the first request only. */
  add(state: RequestState, tokens: TokenUsage): Promise<void> | undefined;
  /** Call it after the last request. */
  end(stateSha256: string): void;
}

/**
 * Makes the first pass for the aggregation of the same process, which takes it by `done` after the last request. It calls `begin` when the first request is answered,
 * because the code of the metrics takes its time to load. `done` gives undefined if a metric failed: the aggregation then reports the failure.
 */
export function earlyScores(begin: (of: PassOf) => Promise<FirstPass>) {
  let done: DonePass | undefined;
  const open = (of: PassOf): EarlyScores => {
    let pass: FirstPass | undefined;
    let hasFailed = false;
    const add = (state: RequestState, tokens: TokenUsage): void => {
      try {
        pass?.add(RequestState.parse(state), tokens); // as the aggregation reads it from the file
      } catch {
        hasFailed = true;
      }
    };
    const addFirst = async (state: RequestState, tokens: TokenUsage): Promise<void> => {
      pass = await begin(of).catch(() => undefined);
      hasFailed = pass === undefined;
      add(state, tokens);
    };
    return {
      add(state, tokens) {
        if (hasFailed) return undefined;
        if (pass === undefined) return addFirst(state, tokens);
        add(state, tokens);
        return undefined;
      },
      end(stateSha256) {
        if (pass !== undefined && !hasFailed) done = { pass, fields: fieldsOf(of.runSpec), stateSha256 };
      },
    };
  };
  return { open, done: (): DonePass | undefined => done };
}

/** The fields of scenario_state.json other than its list. */
function fieldsOf({ adapter_spec, annotators }: RunSpec): Fields {
  const fields = { adapter_spec, ...(annotators === undefined ? {} : { annotator_specs: annotators }) };
  return z.record(z.string(), z.unknown()).parse(JSON.parse(helmJson(fields)));
}
