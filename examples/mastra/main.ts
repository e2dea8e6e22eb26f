import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { rulesProcessor } from "@precept/mastra";
import { openWorkspace } from "@precept/workspace";
import { MockLanguageModelV3 } from "ai/test";
import { z } from "zod";

// An agent that gets the rules of a file when it opens the file. The model is a fake one, so that the program needs
// neither a key nor the network.

process.env["MASTRA_TELEMETRY_DISABLED"] = "1";
const storefront = join(import.meta.dirname, "../storefront");
await using workspace = await openWorkspace(storefront, { readOnly: true });

const readTool = createTool({
  id: "read_file",
  description: "Reads a file of the project",
  inputSchema: z.object({ path: z.string() }),
  execute: async ({ path }) => ({ text: await readFile(join(storefront, path), "utf8") }),
});

const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const input = JSON.stringify({ path: "src/cart/cart.tsx" });
// Opens a file, then answers.
const model = new MockLanguageModelV3({
  doGenerate: [
    {
      content: [{ type: "tool-call", toolCallId: "1", toolName: "read_file", input }],
      finishReason: { unified: "tool-calls", raw: undefined },
      usage,
      warnings: [],
    },
    {
      content: [{ type: "text", text: "I would round the total to cents." }],
      finishReason: { unified: "stop", raw: undefined },
      usage,
      warnings: [],
    },
  ],
});

const rules = rulesProcessor(workspace, {
  onEvent: (event) => {
    if (event.event_type !== "rules_applied") return;
    for (const { name, reason } of event.triggered_rules) console.log(`+ ${name}: ${reason}`);
    console.log();
  },
});
const agent = new Agent({
  id: "shop",
  name: "Shop",
  instructions: "You work on a shop.",
  model,
  tools: { read_file: readTool },
  inputProcessors: [rules],
});
const { text } = await agent.generate("Why is the total of the cart wrong?");
console.log(text);

const [first = 0, second = 0] = model.doGenerateCalls.map(({ prompt }) =>
  prompt.reduce((sum, message) => sum + (message.role === "system" ? message.content.length : 0), 0),
);
console.log(`The system messages had ${first} characters, and after the tool call ${second}.`);
