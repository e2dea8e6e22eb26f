import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { guardTools, rulesMiddleware } from "@precept/ai-sdk";
import { openWorkspace } from "@precept/workspace";
import { tool, ToolLoopAgent, wrapLanguageModel } from "ai";
import { MockLanguageModelV4 } from "ai/test";
import { z } from "zod";

// An agent that gets the rules of a file when it opens the file. The model is a mock, so that the program needs neither
// a key nor the network.

const storefront = join(import.meta.dirname, "../storefront");
await using workspace = await openWorkspace(storefront, { readOnly: true });

const readFileTool = tool({
  description: "Reads a file of the project",
  inputSchema: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(join(storefront, path), "utf8"),
});

// Opens a file, then answers.
const usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};
const input = JSON.stringify({ path: "src/cart/cart.tsx" });
const model = new MockLanguageModelV4({
  doGenerate: [
    {
      content: [{ type: "tool-call", toolCallId: "1", toolName: "readFile", input }],
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

const middleware = rulesMiddleware(workspace, {
  onEvent(event) {
    if (event.event_type !== "rules_applied") return;
    for (const { name, reason } of event.triggered_rules) console.log(`+ ${name}: ${reason}`);
    console.log();
  },
});
const agent = new ToolLoopAgent({
  model: wrapLanguageModel({ model, middleware }),
  instructions: "You work on a shop.",
  tools: guardTools({ readFile: readFileTool }, workspace),
});
const { text } = await agent.generate({ prompt: "Why is the total of the cart wrong?" });

const [first, second] = model.doGenerateCalls.map(({ prompt: [system] }) => (system?.role === "system" ? system.content : ""));
console.log(`The system message had ${first?.length} characters, and after the tool call ${second?.length}.`);
console.log(text);
