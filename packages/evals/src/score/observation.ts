import type { ChangedFile } from "../copy/tree.ts";

/** What an agent did in a run, as far as it can be recorded and scored again later. */
export interface Observation {
  readonly changes: readonly ChangedFile[];
  /** The shell commands that the agent called, from the recorded answers of the model. */
  readonly commands: readonly string[];
  /** How the program of the case ended that checks the result. Undefined if the case has none. */
  readonly check?: { readonly exitCode: number | undefined; readonly output: string };
  /** What the judge answered. Undefined if the case has no question. */
  readonly answer?: "yes" | "no";
  /** What stopped the agent. */
  readonly problem?: string;
}
