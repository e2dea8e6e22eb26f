import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isRulesStreamEvent, rulesMiddleware } from "@precept/langchain";
import { openWorkspace } from "@precept/workspace";
import { AIMessage, createAgent, fakeModel, tool } from "langchain";
import { z } from "zod";

// An agent that gets the rules of a file when it opens the file. The model is a fake one, so that the program needs
// neither a key nor the network.

const storefront = join(import.meta.dirname, "../storefront");
await using workspace = await openWorkspace(storefront, { readOnly: true });

const readTool = tool(({ path }) => readFile(join(storefront, path), "utf8"), {
  name: "read_file",
  description: "Reads a file of the project",
  schema: z.object({ path: z.string() }),
});

const model = fakeModel()
  .respondWithTools([{ name: "read_file", args: { path: "src/cart/cart.tsx" } }])
  .respond(new AIMessage("I would round the total to cents."));

const agent = createAgent({
  model,
  tools: [readTool],
  systemPrompt: "You work on a shop.",
  middleware: [rulesMiddleware(workspace)],
});

for await (const event of await agent.stream(
  { messages: [{ role: "user", content: "Why is the total of the cart wrong?" }] },
  { streamMode: "custom" },
)) {
  if (!isRulesStreamEvent(event) || event.type !== "RulesApplied") continue;
  for (const { name, reason } of event.triggered_rules) console.log(`+ ${name}: ${reason}`);
  console.log();
}

const [first, second] = model.calls.map(({ messages }) => messages[0]?.text ?? "");
console.log(`The system message had ${first?.length} characters, and after the tool call ${second?.length}.`);
