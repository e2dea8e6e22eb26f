import { createMemoryStore, createRulebook, type Rule } from "@precept/core";
import { aiSdkTurns } from "../adapters/ai-sdk.ts";
import { langchainTurns } from "../adapters/langchain.ts";
import { mastraTurns } from "../adapters/mastra.ts";
import { openaiAgentsTurns } from "../adapters/openai-agents.ts";
import type { AdapterTurns } from "../adapters/turns.ts";
import { measurePercentiles, type Percentiles } from "../percentiles.ts";
import { formatCount, formatTime, type Row } from "../report.ts";
import { ResultMismatch } from "../result-mismatch.ts";
import { createWorkload } from "../workload.ts";

const sizes = [100, 10_000];
const turns = 300;
const warmUpTurns = 30;

/** The adapters that are measured. */
const adapters: readonly AdapterTurns[] = [langchainTurns, aiSdkTurns, openaiAgentsTurns, mastraTurns];

/** Measures what an adapter adds to a turn of an agent: two model calls of a fake model, and a tool call in between. */
export async function benchAdapters(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  for (const adapter of adapters) for (const size of sizes) rows.push(await benchAdapter(adapter, size));
  return rows;
}

async function benchAdapter({ name, createTurns }: AdapterTurns, size: number): Promise<Row> {
  const { rules, files } = createWorkload(size, turns + warmUpTurns);
  await using rulebook = createRulebook({ stores: [createMemoryStore({ rules })] });
  const takeTurn = createTurns({ source: rulebook, count: turns + warmUpTurns });
  const takeTurnWithout = createTurns({ count: turns + warmUpTurns });
  let systemText = "";
  let checked: string | undefined;
  const measured = await measurePercentiles(
    files.slice(warmUpTurns, warmUpTurns + turns),
    { precept: async (file) => void ([systemText, checked] = [await takeTurn(file), file]), baseline: takeTurnWithout },
    { warmUp: files.slice(0, warmUpTurns), inTurn: true },
  );
  const { applied } = await rulebook.resolve({ files: [checked ?? ""] });
  assertContains(
    systemText,
    applied.map(({ rule }) => rule),
  );
  return {
    bench: "adapters",
    what: `${name}: a turn, ${formatCount(size)} rules`,
    precept: describe(measured.precept),
    baseline: describe(measured.baseline),
    against: "the same turn without rules",
    ratio: measured.timeRatio,
  };
}

function assertContains(text: string, rules: readonly Rule[]): void {
  const absent = rules.filter(({ content }) => !text.includes(content.trim()));
  if (absent.length > 0) throw new ResultMismatch(`The system message lacks ${absent.map(({ name }) => name).join(", ")}.`);
}

function describe({ p50, p99 }: Percentiles): string {
  return `p50 ${formatTime(p50)}, p99 ${formatTime(p99)}`;
}
