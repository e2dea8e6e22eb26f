import { rulesMiddleware } from "@precept/langchain";
import { AIMessage, createAgent, fakeModel, HumanMessage, tool } from "langchain";
import { z } from "zod";
import type { AdapterTurns } from "./turns.ts";

// No traces are sent.
process.env["LANGSMITH_TRACING"] = "false";
process.env["LANGCHAIN_TRACING_V2"] = "false";

export const langchainTurns: AdapterTurns = {
  name: "LangChain",
  createTurns({ source, count }) {
    const model = fakeModel();
    let system = "";
    let file = "";
    for (let turn = 0; turn < count; turn += 1) {
      model.respond(() => new AIMessage({ content: "", tool_calls: [{ name: "read", args: { path: file }, id: String(turn) }] }));
      model.respond(([first]) => {
        system = first?.text ?? "";
        return new AIMessage("done");
      });
    }
    const read = tool(({ path }) => path, { name: "read", description: "Reads a file", schema: z.object({ path: z.string() }) });
    const middleware = source === undefined ? [] : [rulesMiddleware(source)];
    const agent = createAgent({ model, tools: [read], systemPrompt: "You are a programmer.", middleware });
    return async (requested) => {
      file = requested;
      await agent.invoke({ messages: [new HumanMessage("Fix it")] });
      return system;
    };
  },
};
