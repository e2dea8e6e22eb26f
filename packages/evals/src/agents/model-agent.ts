import { PreceptError } from "@precept/core";
import { openRoot, putFile, readFileIn, makeDirectory } from "@precept/files";
import { dirname } from "node:path/posix";
import { callModel, type ModelServer } from "../models/call-model.ts";
import type { Message, ToolCall, ToolSpec } from "../models/protocols.ts";
import type { Agent, AgentTask } from "./agent.ts";

/** Returns the rules for a model: a prompt section. @param files that the model has read or written. */
export type RulesFor = (copy: string, request: { readonly prompt: string; readonly files: readonly string[] }) => Promise<string>;

export const defaultTurns = 12;

/** How much of a file a model gets, in bytes. */
const maxFileBytes = 256_000;

/** How many file names a model gets with its task. */
const maxListedFiles = 500;

const tools: readonly ToolSpec[] = [
  {
    name: "read_file",
    description: "Returns the text of a file of the project.",
    schema: {
      type: "object",
      properties: { path: { type: "string", description: "Relative to the project." } },
      required: ["path"],
    },
  },
  {
    name: "write_file",
    description: "Creates a file of the project, or replaces its text.",
    schema: {
      type: "object",
      properties: {
        path: { type: "string", description: "Relative to the project." },
        text: { type: "string", description: "The whole text." },
      },
      required: ["path", "text"],
    },
  },
];

const instructions =
  "You work on a software project. Do the task with the tools, without asking questions. Say `done` when it is finished.";

/**
 * Creates an agent that is a model with two tools: it reads and writes files of the copy, and nothing else.
 *
 * @param rulesFor called before each call of the model, as a hook of a coding agent would be.
 * @param listFiles lists the files of the copy.
 */
export function createModelAgent(
  server: ModelServer,
  turns: number,
  { rulesFor, listFiles }: { readonly rulesFor: RulesFor; readonly listFiles: (dir: string) => Promise<readonly string[]> },
): Agent {
  return async (task) => {
    const files = await listFiles(task.copy);
    const shown = files.slice(0, maxListedFiles);
    const rest = files.length - shown.length;
    const list = `Files of the project:\n${shown.join("\n")}${rest > 0 ? `\nand ${rest} more` : ""}`;
    const messages: Message[] = [{ role: "user", text: `${task.prompt}\n\n${list}` }];
    const used = new Set<string>();
    try {
      for (let turn = 0; turn < turns; turn += 1) {
        const rules = await rulesFor(task.copy, { prompt: task.prompt, files: [...used] });
        const system = rules === "" ? instructions : `${instructions}\n\n${rules}`;
        const { text, calls, body } = await callModel(server, { system, messages, tools }, task);
        if (calls.length === 0) return { isFailed: false, output: text };
        const results = [];
        for (const call of calls) results.push({ id: call.id, text: await useTool(call, task, used) });
        messages.push({ role: "assistant", answer: body }, { role: "tools", results });
      }
      return { isFailed: false, problem: `it was not finished after ${turns} turns`, output: "" };
    } catch (error) {
      if (!PreceptError.is(error, "EVAL_MODEL_FAILED")) throw error;
      return { isFailed: true, problem: error.message, output: "" };
    }
  };
}

/** Returns what a tool answers. A failure is an answer, too, so that the model can do something else. */
async function useTool({ name, input }: ToolCall, { copy }: AgentTask, used: Set<string>): Promise<string> {
  const { path, text } = input;
  if (typeof path !== "string" || path === "") return "Error: `path` is missing.";
  const root = openRoot(copy);
  const written = path.replaceAll("\\", "/").replace(/^\.\//, "");
  try {
    if (name === "write_file") {
      if (typeof text !== "string") return "Error: `text` is missing.";
      if (written.includes("/")) await makeDirectory(root, dirname(written));
      await putFile(root, written, text);
      used.add(written);
      return "Written.";
    }
    if (name !== "read_file") return `Error: There is no tool ${name}.`;
    const content = await readFileIn(root, written, { maxBytes: maxFileBytes });
    if (content.kind !== "bytes") return `Error: The file cannot be read (${content.kind}).`;
    used.add(written);
    return content.bytes.toString("utf8");
  } catch (error) {
    return `Error: ${(error as Error).message}`;
  }
}
