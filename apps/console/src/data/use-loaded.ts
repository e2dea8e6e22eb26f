import { useSignal, useSignalEffect, type ReadonlySignal } from "@preact/signals";
import { ServerError } from "@precept/client";
import { useRef } from "preact/hooks";
import { changes } from "./changes.ts";
import { sessionEnded } from "./session-state.ts";

/** A value from the server. It stays while a newer one is loaded, so that the page does not flicker. */
export interface Loaded<Value> {
  readonly value?: Value;
  readonly problem?: string;
  readonly isLoading: boolean;
}

/**
 * Loads a value, and loads it again when its input or the project changes. While a request runs, only the last change is
 * remembered: a user types faster than answers come.
 *
 * @param read returns the input, from signals. Undefined: there is nothing to load.
 */
export function useLoaded<Input, Value>(
  read: () => Input | undefined,
  load: (input: Input) => Promise<Value>,
): ReadonlySignal<Loaded<Value>> {
  const loaded = useSignal<Loaded<Value>>({ isLoading: true });
  const waiting = useRef<{ readonly input: Input } | undefined>(undefined);
  const isRunning = useRef(false);

  async function run(input: Input): Promise<void> {
    isRunning.current = true;
    try {
      loaded.value = { value: await load(input), isLoading: false };
    } catch (error) {
      if (error instanceof ServerError && error.status === 401) sessionEnded();
      const { value } = loaded.peek();
      loaded.value = { ...(value !== undefined && { value }), problem: messageOf(error), isLoading: false };
    }
    isRunning.current = false;
    const next = waiting.current;
    waiting.current = undefined;
    if (next !== undefined) await run(next.input);
  }

  useSignalEffect(() => {
    void changes.value;
    const input = read();
    if (input === undefined) loaded.value = { isLoading: false };
    else if (isRunning.current) waiting.current = { input };
    else void run(input);
  });
  return loaded;
}

/** Loads a value that depends on nothing but the project, see {@link useLoaded}. */
export function useAnswer<Value>(load: () => Promise<Value>): ReadonlySignal<Loaded<Value>> {
  return useLoaded(() => ({}), load);
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
