import { tool, type FunctionTool } from "@openai/agents";
import { z } from "zod";

/** Creates tools that record their calls. */
export function createTools(): {
  readonly called: readonly string[];
  readonly read: FunctionTool<unknown, z.ZodObject<{ path: z.ZodString }>>;
  readonly run: FunctionTool<unknown, z.ZodObject<{ command: z.ZodString }>>;
} {
  const called: string[] = [];
  const read = tool({
    name: "read",
    description: "Reads a file",
    parameters: z.object({ path: z.string() }),
    execute: ({ path }) => {
      called.push(`read ${path}`);
      return `the text of ${path}`;
    },
  });
  const run = tool({
    name: "run",
    description: "Runs a command",
    parameters: z.object({ command: z.string() }),
    execute: ({ command }) => {
      called.push(`run ${command}`);
      return "ran";
    },
  });
  return { called, read, run };
}
