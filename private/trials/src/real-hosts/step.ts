/** What the scripted model does, without the words of a host. */
export type Step =
  | { readonly kind: "run"; readonly command: string }
  | { readonly kind: "read"; readonly file: string }
  | { readonly kind: "write"; readonly file: string; readonly text: string }
  /** Starts a subagent, which follows the script of the mark in its prompt. */
  | { readonly kind: "delegate"; readonly prompt: string }
  /** Waits for the subagent, in hosts that do not wait by themselves. */
  | { readonly kind: "await" }
  | { readonly kind: "say"; readonly text: string };

/** A call of a tool, in the words of a host. */
interface ScriptedCall {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Whether the input is a text instead of an object. Default: false. */
  readonly isText?: boolean;
  /** The namespace of the tool. Default: none. */
  readonly namespace?: string;
}

/** What the model server answers: a call, or a text that ends the turn. */
export type ModelAnswer = ScriptedCall | string;
