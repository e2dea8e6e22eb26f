import {
  Agent,
  Runner,
  setTracingDisabled,
  tool,
  Usage,
  type Model,
  type ModelRequest,
  type ModelResponse,
} from "@openai/agents";
import { rulesMiddleware } from "@precept/openai-agents";
import { z } from "zod";
import type { AdapterTurns } from "./turns.ts";

// No traces are sent.
setTracingDisabled(true);

export const openaiAgentsTurns: AdapterTurns = {
  name: "OpenAI Agents SDK",
  createTurns({ source }) {
    const model = new ReadingModel();
    const read = tool({
      name: "read",
      description: "Reads a file",
      parameters: z.object({ path: z.string() }),
      execute: ({ path }) => path,
    });
    const rules = source === undefined ? undefined : rulesMiddleware(source);
    const tools = rules?.guardTools([read]) ?? [read];
    const agent = new Agent({ name: "Programmer", instructions: "You are a programmer.", model, tools });
    const runner = new Runner(rules?.runConfig);
    return async (file) => {
      model.file = file;
      await runner.run(agent, "Fix it");
      return model.system;
    };
  },
};

/** Reads one file and answers. */
class ReadingModel implements Model {
  file = "";
  system = "";

  getResponse({ input, systemInstructions = "" }: ModelRequest): Promise<ModelResponse> {
    this.system = systemInstructions;
    const hasRead = Array.isArray(input) && input.at(-1)?.type === "function_call_result";
    const output: ModelResponse["output"] = hasRead
      ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text: "done" }] }]
      : [
          {
            type: "function_call",
            callId: "1",
            name: "read",
            arguments: JSON.stringify({ path: this.file }),
            status: "completed",
          },
        ];
    return Promise.resolve({ usage: new Usage(), output });
  }

  getStreamedResponse(): never {
    throw new Error("No stream is measured.");
  }
}
