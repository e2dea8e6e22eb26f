import type { RulesSource } from "@precept/middleware";

/** Turns of an agent of one framework. */
export interface AdapterTurns {
  readonly name: string;
  /** Creates an agent with a fake model, with the adapter if there is a source. */
  readonly createTurns: (options: TurnOptions) => TakeTurn;
}

interface TurnOptions {
  /** Absent: the agent has no adapter. */
  readonly source?: RulesSource;
  /** How many turns the agent takes at most. */
  readonly count: number;
}

/** Takes a turn in a new conversation: the model calls a tool with the path of a file, and answers. Returns the last system message. */
type TakeTurn = (file: string) => Promise<string>;
