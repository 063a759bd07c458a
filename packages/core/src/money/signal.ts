/** Lets work wait for the next event of a kind. */
export interface Signal {
  /** Resolves when `fire` is called next. */
  next(): Promise<void>;
  fire(): void;
}

export function createSignal(): Signal {
  let waiting: (() => void)[] = [];
  return {
    next: () => new Promise((resolve) => waiting.push(resolve)),
    fire() {
      const woken = waiting;
      waiting = [];
      for (const wake of woken) wake();
    },
  };
}
