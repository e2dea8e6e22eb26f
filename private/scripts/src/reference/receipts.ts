import { cells, entries, events, type Cell } from "../../../e2e/src/receipts/cells.ts";
import { page, table } from "./markdown.ts";

/** The page about the receipts that each way to deliver rules leaves. A test tries each cell. */
export function receiptReference(): string {
  return page(
    "Receipts",
    "A receipt says which rules reached an agent, when and why: `precept sessions show` lists them. Which receipt is left depends on the way by which rules " +
      "reach the agent, and on what it sees of the session. A test tries each cell. A request or call without a session leaves none.",
    table(
      ["", ...events.map((event) => titles[event])],
      entries.map((entry) => [entryTitles[entry], ...events.map((event) => describe(cells[entry][event]))]),
    ),
    "## A receipt too many",
    "A hook writes its receipt before it prints its answer, in one write. A process that is killed in between has left a receipt for a delivery that did not happen. " +
      "The other order would lose receipts of deliveries that did happen, which is worse: adherence would count breaches as if the agent had never had the rule. The receipt " +
      "is not marked, because the killed process cannot mark it; where the transcript of the session exists, `precept sessions import` shows what arrived.",
  );
}

const titles = {
  start: "start",
  prompt: "prompt",
  file: "file",
  compaction: "compaction",
  subagent: "subagent",
  turn: "`remind` prompts later",
} as const;

const entryTitles = {
  hook: "hook",
  mcp: "MCP",
  middleware: "middleware",
  rest: "REST: `POST /resolve`",
  grpc: "gRPC: the memory service",
  resolve: "`precept resolve --session`",
} as const;

function describe(cell: Cell): string {
  if ("none" in cell) return `none: ${cell.none}`;
  const { channel, event, note } = cell;
  return `\`${channel}\`, \`${event}\`${note === undefined ? "" : `: ${note}`}`;
}
