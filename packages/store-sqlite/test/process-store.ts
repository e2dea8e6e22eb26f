import { fork, type ChildProcess } from "node:child_process";
import { fileURLToPath } from "node:url";
import { PreceptError, type ErrorCode, type RuleStore, type StoreCapabilities, type StoreEvent } from "@precept/core";
import { bundledProgram } from "@precept/testing/program";

/** A call of a store in the other process. */
export interface PeerCall {
  readonly call: number;
  /** The number of the store. */
  readonly store: number;
  /** A method of the store, or `open`, whose argument is the path of the file. */
  readonly method: string;
  readonly args: readonly unknown[];
}

export type PeerAnswer =
  | { readonly call: number; readonly value: unknown }
  | {
      readonly call: number;
      readonly failure: { readonly code: ErrorCode; readonly details: object } | { readonly message: string };
    };

interface PeerEvent {
  readonly subscription: number;
  readonly event: StoreEvent;
}

/** Stores in another process, each as a `RuleStore` of this one. Events of a call arrive before its result. */
export class PeerProcess {
  readonly #child: ChildProcess;
  readonly #pending = new Map<number, (answer: PeerAnswer) => void>();
  readonly #listeners = new Map<number, (event: StoreEvent) => void>();
  #count = 0;

  constructor() {
    const script = bundledProgram(fileURLToPath(new URL("peer-process.ts", import.meta.url)));
    // JSON has no `Map` and no `undefined`.
    this.#child = fork(script, { serialization: "advanced", execArgv: [] });
    this.#child.on("message", (message: PeerAnswer | PeerEvent) => {
      if ("subscription" in message) this.#listeners.get(message.subscription)?.(message.event);
      else this.#pending.get(message.call)?.(message);
    });
  }

  /** Opens a file in the other process. */
  async open(path: string, capabilities: StoreCapabilities): Promise<RuleStore> {
    const number = (this.#count += 1);
    await this.#call(number, "open", [path]);
    const call =
      (method: string) =>
      async (...args: readonly unknown[]) =>
        this.#call(number, method, args);
    const list = (method: string) =>
      async function* (this: PeerProcess, ...args: readonly unknown[]) {
        yield* (await this.#call(number, method, args)) as readonly unknown[];
      }.bind(this);
    const store = {
      id: "sqlite",
      capabilities,
      list: list("list"),
      listIds: list("listIds"),
      history: list("history"),
      diagnostics: () => [],
      state: () => ({ status: "ready" }) as const,
      subscribe: (listener: (event: StoreEvent) => void, options: object = {}) => {
        const subscription = (this.#count += 1);
        this.#listeners.set(subscription, listener);
        void this.#call(number, "subscribe", [subscription, options]);
        return () => this.#listeners.delete(subscription);
      },
      [Symbol.asyncDispose]: call("close"),
    };
    // All other methods return a promise. The store itself is not one.
    return new Proxy(store, {
      get: (target, key) =>
        key in target ? Reflect.get(target, key) : typeof key === "string" && key !== "then" ? call(key) : undefined,
    }) as unknown as RuleStore;
  }

  /** Ends the process, with all of its stores. */
  async end(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once("exit", resolve));
    this.#child.disconnect();
    await ended;
  }

  async #call(store: number, method: string, args: readonly unknown[]): Promise<unknown> {
    const call = (this.#count += 1);
    const answer = await new Promise<PeerAnswer>((resolve) => {
      this.#pending.set(call, resolve);
      this.#child.send({ call, store, method, args } satisfies PeerCall);
    });
    this.#pending.delete(call);
    if ("value" in answer) return answer.value;
    const { failure } = answer;
    throw "code" in failure ? new PreceptError(failure.code, failure.details as never) : new Error(failure.message);
  }
}
