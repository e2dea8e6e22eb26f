import type { ExchangeListener } from "../models/exchange.ts";

/** What an agent gets in one run. */
export interface AgentTask {
  readonly prompt: string;
  /** The directory of the run, absolute. The copy of the project is in it. */
  readonly dir: string;
  /** The copy of the project, absolute. */
  readonly copy: string;
  readonly onExchange: ExchangeListener;
  readonly signal: AbortSignal;
}

/** How an agent ended. */
interface AgentEnd {
  /** Undefined if it did its work to the end. */
  readonly problem?: string | undefined;
  /** Whether it could not do anything: its program is missing, or its model server refuses all calls. */
  readonly isFailed: boolean;
  readonly output: string;
}

export type Agent = (task: AgentTask) => Promise<AgentEnd>;
