/** The options of `precept eval run`, as commander parses them. */
export interface EvalOptions {
  readonly runs: number;
  readonly arm?: readonly string[];
  readonly concurrency: number;
  readonly maxCost?: number;
  readonly maxRuns?: number;
  readonly timeout?: number;
  readonly yes?: boolean;
  readonly dryRun?: boolean;
  readonly resume?: boolean;
  readonly replay?: boolean;
  readonly record?: string;
  readonly failUnder?: number;
}
