import { join } from "node:path";
import { createInterface } from "node:readline";
import { runSlashCommand } from "@precept/cli";
import { describeReason, type ConversationMessage } from "@precept/core";
import { openWorkspace } from "@precept/workspace";

// A chat in the terminal. Lines that begin with "/" are slash commands. All other lines go to the model, with the rules
// that apply to the conversation.

const project = process.argv[2] ?? join(import.meta.dirname, "../storefront");
await using workspace = await openWorkspace(project, { readOnly: project.endsWith("storefront"), watch: true });
const conversation: ConversationMessage[] = [];

console.log("Type a message, or a command such as /rules list. Ctrl+D ends the chat.");
for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  console.log(line.startsWith("/") ? (await runSlashCommand(workspace, line)).text : await answer(line));
}

async function answer(content: string): Promise<string> {
  // Resolved again for each message: a file that was mentioned earlier still counts, and an edited rule is the new one.
  const { prompt, applied } = await workspace.resolve({ prompt: content, messages: conversation });
  const reply = await callModel(prompt, content);
  conversation.push({ content }, { content: reply });
  const rules = applied.map(({ rule, reason, matchedFiles }) => `  + ${rule.name}: ${describeReason(reason, matchedFiles)}`);
  return [reply, ...rules].join("\n");
}

/** Stands for a call of a model, so that the example runs without a network. */
async function callModel(system: string, message: string): Promise<string> {
  return `(A model would answer "${message}" here. Its system prompt has ${system.length} characters of rules.)`;
}
