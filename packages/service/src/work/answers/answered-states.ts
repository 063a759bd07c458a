import { RequestResult, type RequestState } from "@medhelm/core/helm/scenario-state";
import type { LostParts, Spill, TokenUsage } from "@medhelm/core/ports";

/** A request with its result and annotations. */
export interface AnsweredState {
  readonly state: RequestState;
  /** what the provider reports, or what the model's tokenizer counts */
  readonly tokens: TokenUsage;
  /** the parts of the reply that HELM drops */
  readonly lost?: LostParts | undefined;
}

/** Keeps the answered requests until the writer of scenario_state.json takes them in their order. */
export interface AnsweredStates {
  /** Resolves with the request of this number when it has its answer and verdicts; with undefined after the last one. Call it once for each number. */
  take(index: number): Promise<AnsweredState | undefined>;
  /** Call it once for each number, when the answer and the verdicts are stored. */
  add(index: number, answered: AnsweredState): void;
  /** Call it after the last `add`. */
  end(): void;
  /** Rejects the promises of callers that wait, now or later. */
  fail(error: unknown): void;
}

/** The characters of prompts and answers that wait in memory; a state takes several times as many bytes. One slow request holds back all that follow it. */
const MOST_CHARACTERS = 2 ** 20;

/** `spill` takes the states that are too many for memory. Absent: all stay in memory. */
export function answeredStates(spill?: Spill, mostCharacters: number = MOST_CHARACTERS): AnsweredStates {
  const kept = new Map<number, () => AnsweredState>();
  const waiting = new Map<number, PromiseWithResolvers<AnsweredState | undefined>>();
  let characters = 0;
  let hasEnded = false;
  let failed: { readonly error: unknown } | undefined;

  function keeper(answered: AnsweredState): () => AnsweredState {
    const size = sizeOf(answered.state);
    return spill !== undefined && characters + size > mostCharacters
      ? inFile(spill, answered)
      : inMemory(answered, size);
  }
  function inMemory(answered: AnsweredState, size: number): () => AnsweredState {
    characters += size;
    return () => {
      characters -= size;
      return answered;
    };
  }

  return {
    async take(index) {
      const found = kept.get(index);
      if (found !== undefined) {
        kept.delete(index);
        return found();
      }
      if (failed !== undefined) throw failed.error;
      if (hasEnded) return undefined;
      const waiter = Promise.withResolvers<AnsweredState | undefined>();
      waiting.set(index, waiter);
      return waiter.promise;
    },
    add(index, { state, ...others }) {
      const stored = { state: asStored(state), ...others };
      const waiter = waiting.get(index);
      if (waiter === undefined) {
        kept.set(index, keeper(stored));
        return;
      }
      waiting.delete(index);
      waiter.resolve(stored);
    },
    end() {
      hasEnded = true;
      for (const waiter of waiting.values()) waiter.resolve(undefined);
      waiting.clear();
    },
    fail(error) {
      failed ??= { error };
      for (const waiter of waiting.values()) waiter.reject(error);
      waiting.clear();
    },
  };
}

function inFile(spill: Spill, answered: AnsweredState): () => AnsweredState {
  const bytes = Buffer.from(JSON.stringify(answered));
  return fromFile(spill, spill.append(bytes), bytes.length);
}

/** A function of its own, because closures share the variables of their function: one of `inFile` would keep the state and the bytes in memory. */
const fromFile = (spill: Spill, position: number, length: number) => (): AnsweredState =>
  JSON.parse(spill.read(position, length).toString());

/** The state with the field order that its stored answer has, so that a resumed run writes the same bytes. */
const asStored = (state: RequestState): RequestState =>
  state.result === undefined ? state : { ...state, result: RequestResult.parse(state.result) };

const sizeOf = ({ request, result }: RequestState): number =>
  request.prompt.length + (result?.completions.reduce((sum, { text }) => sum + text.length, 0) ?? 0);
