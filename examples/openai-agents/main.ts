import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { Agent, Runner, setTracingDisabled, tool, Usage, type Model, type ModelRequest, type ModelResponse } from "@openai/agents";
import { rulesMiddleware } from "@precept/openai-agents";
import { openWorkspace } from "@precept/workspace";
import { z } from "zod";

// An agent that gets the rules of a file when it opens the file. The model is a fake one, so that the program needs
// neither a key nor the network.

setTracingDisabled(true);
const storefront = join(import.meta.dirname, "../storefront");
await using workspace = await openWorkspace(storefront, { readOnly: true });

const readTool = tool({
  name: "read_file",
  description: "Reads a file of the project",
  parameters: z.object({ path: z.string() }),
  execute: ({ path }) => readFile(join(storefront, path), "utf8"),
});

/** Opens a file, then answers. */
class FakeModel implements Model {
  readonly instructions: string[] = [];

  async getResponse({ input, systemInstructions = "" }: ModelRequest): Promise<ModelResponse> {
    this.instructions.push(systemInstructions);
    const hasRead = Array.isArray(input) && input.at(-1)?.type === "function_call_result";
    const args = JSON.stringify({ path: "src/cart/cart.tsx" });
    const text = "I would round the total to cents.";
    return {
      usage: new Usage(),
      output: hasRead
        ? [{ type: "message", role: "assistant", status: "completed", content: [{ type: "output_text", text }] }]
        : [{ type: "function_call", callId: "1", name: "read_file", arguments: args, status: "completed" }],
    };
  }

  getStreamedResponse(): never {
    throw new Error("This model has no streams.");
  }
}

const rules = rulesMiddleware(workspace, {
  onEvent: (event) => {
    if (event.event_type !== "rules_applied") return;
    for (const { name, reason } of event.triggered_rules) console.log(`+ ${name}: ${reason}`);
    console.log();
  },
});
const model = new FakeModel();
const agent = new Agent({ name: "Shop", instructions: "You work on a shop.", model, tools: rules.guardTools([readTool]) });
const { finalOutput } = await new Runner(rules.runConfig).run(agent, "Why is the total of the cart wrong?");
console.log(finalOutput);

const [first, second] = model.instructions;
console.log(`The instructions had ${first?.length} characters, and after the tool call ${second?.length}.`);
