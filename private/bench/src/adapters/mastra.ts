import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { rulesProcessor } from "@precept/mastra";
import { MockLanguageModelV3 } from "ai-6/test";
import { z } from "zod";
import type { AdapterTurns } from "./turns.ts";

// Nothing is sent.
process.env["MASTRA_TELEMETRY_DISABLED"] = "1";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

export const mastraTurns: AdapterTurns = {
  name: "Mastra",
  createTurns({ source }) {
    let system = "";
    let file = "";
    const model = new MockLanguageModelV3({
      doGenerate: ({ prompt }) => {
        system = prompt.flatMap((message) => (message.role === "system" ? [message.content] : [])).join("\n\n");
        const input = JSON.stringify({ path: file });
        return Promise.resolve(
          prompt.at(-1)?.role === "tool"
            ? {
                content: [{ type: "text", text: "done" }],
                finishReason: { unified: "stop", raw: undefined },
                usage,
                warnings: [],
              }
            : {
                content: [{ type: "tool-call", toolCallId: "1", toolName: "read", input }],
                finishReason: { unified: "tool-calls", raw: undefined },
                usage,
                warnings: [],
              },
        );
      },
    });
    const read = createTool({
      id: "read",
      description: "Reads a file",
      inputSchema: z.object({ path: z.string() }),
      execute: async ({ path }) => ({ text: path }),
    });
    const agent = new Agent({
      id: "programmer",
      name: "Programmer",
      instructions: "You are a programmer.",
      model,
      tools: { read },
      inputProcessors: source === undefined ? [] : [rulesProcessor(source)],
    });
    return async (requested) => {
      file = requested;
      await agent.generate("Fix it");
      return system;
    };
  },
};
