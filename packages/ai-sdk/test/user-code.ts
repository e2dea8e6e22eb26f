import { generateText, stepCountIs, streamText, tool, wrapLanguageModel, type ToolSet } from "ai";
import type { Workspace } from "@precept/workspace";
import { z } from "zod";
import { guardTools } from "../src/guard-tools.ts";
import { rulesMiddleware } from "../src/rules-middleware.ts";

// Code as users write it. Compiled with the types of each supported version of the SDK, but not run.

type Model = Parameters<typeof wrapLanguageModel>[0]["model"];
/** Old versions do not export its name. */
type Middleware = Parameters<typeof wrapLanguageModel>[0]["middleware"];

const read = tool({
  description: "Reads a file",
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => ({ text: `the text of ${path}` }),
});
const confirm = tool({
  description: "Asks the user",
  inputSchema: z.object({ question: z.string() }),
  outputSchema: z.boolean(),
});

/** The middleware has the type of the SDK, and guarded tools have the types of the original tools. */
export async function answer(model: Model, workspace: Workspace, prompt: string, session: string): Promise<string> {
  const middleware = rulesMiddleware(workspace, { user: "ada" }) satisfies Middleware;
  const tools = guardTools({ read, confirm }, workspace, { session });
  const settings = {
    model: wrapLanguageModel({ model, middleware: [rulesMiddleware(workspace), middleware] }),
    tools,
    prompt,
    providerOptions: { precept: { session, files: ["src/cart.tsx"] } },
    stopWhen: stepCountIs(5),
  };
  const { text, steps } = await generateText(settings);
  for (const { toolResults } of steps) {
    for (const result of toolResults) {
      if (result.dynamic !== true && result.toolName === "read") result.output.text satisfies string;
    }
  }
  for await (const part of streamText(settings).textStream) part satisfies string;
  return text;
}

/** Tools with unknown names, such as the tools of an MCP server, can be guarded too. */
export function guardAll(tools: ToolSet, workspace: Workspace): ToolSet {
  return guardTools(tools, workspace);
}
