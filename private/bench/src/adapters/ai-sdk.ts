import { rulesMiddleware } from "@precept/ai-sdk";
import { generateText, stepCountIs, tool, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";
import type { AdapterTurns } from "./turns.ts";

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

export const aiSdkTurns: AdapterTurns = {
  name: "AI SDK",
  createTurns({ source }) {
    let system = "";
    let file = "";
    const mock = new MockLanguageModelV4({
      async doGenerate({ prompt }) {
        if (prompt.at(-1)?.role === "user") {
          const call = { type: "tool-call", toolCallId: "1", toolName: "read", input: JSON.stringify({ path: file }) } as const;
          return { content: [call], finishReason: { unified: "tool-calls", raw: undefined }, usage, warnings: [] };
        }
        const [first] = prompt;
        system = first?.role === "system" ? first.content : "";
        const finishReason = { unified: "stop", raw: undefined } as const;
        return { content: [{ type: "text", text: "done" }], finishReason, usage, warnings: [] };
      },
    });
    const model = source === undefined ? mock : wrapLanguageModel({ model: mock, middleware: rulesMiddleware(source) });
    const read = tool({ description: "Reads a file", inputSchema: z.object({ path: z.string() }), execute: ({ path }) => path });
    return async (requested) => {
      file = requested;
      await generateText({
        model,
        tools: { read },
        instructions: "You are a programmer.",
        prompt: "Fix it",
        stopWhen: stepCountIs(3),
      });
      return system;
    };
  },
};
