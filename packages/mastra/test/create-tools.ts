import type { ToolsInput } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";

/** Creates tools that record their calls. */
export function createTools(): { readonly called: readonly string[]; readonly tools: ToolsInput } {
  const called: string[] = [];
  const read = createTool({
    id: "read",
    description: "Reads a file",
    inputSchema: z.object({ path: z.string() }),
    execute: async ({ path }) => {
      called.push(`read ${path}`);
      return { text: `the text of ${path}` };
    },
  });
  const run = createTool({
    id: "run",
    description: "Runs a command",
    inputSchema: z.object({ command: z.string() }),
    execute: async ({ command }) => {
      called.push(`run ${command}`);
      return { output: "ran" };
    },
  });
  return { called, tools: { read, run } };
}
