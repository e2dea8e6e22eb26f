import type { Subject } from "../model/subject.ts";
import { readCommands } from "./command-text.ts";
import { firstString, firstValue, joinInput, joinStrings, recordsAt, stringAt, toRecord } from "./json-values.ts";
import type { JsonRecord } from "./json-values.ts";
import { containsPatch, readPatch } from "./read-patch.ts";
import { nameMcpTool, readToolName, type ReadToolName, type ToolClass } from "./tool-classes.ts";
import { pathsIn, readWrittenSubjects } from "./written-texts.ts";

export interface ReadToolCall {
  readonly tool: ReadToolName;
  /** The arguments that policies compare by path. */
  readonly input: JsonRecord;
  readonly subjects: readonly Subject[];
  /** The paths that it reads or changes, as the agent wrote them. */
  readonly paths: readonly string[];
  /** Why the call cannot be checked: the input of a tool that runs commands or changes files is empty. */
  readonly problem?: string;
}

/** Reads what a tool call runs and changes. @param isMcp whether a server has the tool. Default: by its name. */
export function readToolInput(tool: string, given: JsonRecord | undefined, isMcp = false): ReadToolCall {
  const read = readToolName(tool);
  const own =
    isMcp && read.class !== "mcp" ? ({ class: "mcp", isUnknown: false, name: nameMcpTool(undefined, tool) } as const) : read;
  const { name, input } = unwrapMcpCall(own, given ?? {});
  const parts = readSubjects(name.class, input);
  // It could be a tool of a server, see `readToolName`.
  const isWhole = !name.isUnknown || !name.name.startsWith("mcp__") || parts.some(({ kind }) => kind === "tool");
  const subjects = (isWhole ? parts : [wholeInput(input), ...parts]).map((subject) => ({ ...subject, tool: name.name, input }));
  const isEmpty = subjects.every(({ text, file }) => text.trim() === "" && (file === undefined || file === ""));
  const needsInput = changesSomething.has(name.class);
  const problem =
    needsInput && isEmpty ? `the input of the tool "${tool}" is empty, or has a form that Precept does not know` : undefined;
  const paths = [...new Set([...subjects.flatMap(({ file }) => file ?? []), ...pathsIn(input)])];
  return { tool: name, input, subjects, paths, ...(problem !== undefined && { problem }) };
}

const changesSomething: ReadonlySet<ToolClass> = new Set(["command", "write", "edit", "patch", "delete"]);

/** Some agents call tools of MCP servers through one tool, whose input names the server and the tool. */
function unwrapMcpCall(name: ReadToolName, input: JsonRecord): { readonly name: ReadToolName; readonly input: JsonRecord } {
  const tool = firstString(input, ["mcp_tool_name", "tool_name", "toolName"]);
  const nested = firstValue(input, ["mcp_tool_arguments", "arguments", "toolArgs"]);
  if (tool === undefined || (name.class !== "mcp" && !/mcp/i.test(name.name))) return { name, input };
  const server = firstString(input, ["mcp_server_name", "server_name", "serverName", "server"]);
  return { name: { class: "mcp", isUnknown: false, name: nameMcpTool(server, tool) }, input: toRecord(nested) ?? {} };
}

type Part = Omit<Subject, "tool" | "input">;

function readSubjects(toolClass: ToolClass, input: JsonRecord): readonly Part[] {
  switch (toolClass) {
    case "command":
      return readCommandSubjects(readCommands(input, "any"));
    case "patch":
      return readPatchSubjects(joinStrings(firstValue(input, patchKeys) ?? input));
    case "delete":
      return pathsIn(input).map(changedPath);
    case "write":
    case "edit":
      return readEditSubjects(input);
    case "read":
    case "fetch":
      return readAccesses(input);
    case "mcp":
      // A tool of a server can run commands and write files, which the names of its arguments show.
      return [wholeInput(input), ...readCommandSubjects(readCommands(input, "named")), ...readWrittenSubjects(input)];
    case "other":
      return readUnknown(input);
  }
}

const patchKeys = ["patch", "input", "patchText", "patch_text", "command", "diff", "content"];

function readCommandSubjects(commands: readonly string[]): readonly Part[] {
  return commands.flatMap((text): readonly Part[] => [
    { kind: "command", text },
    ...(containsPatch(text) ? readPatchSubjects(text) : []),
  ]);
}

/** A patch without a file header is checked both as a text and as a change of an unknown file. */
function readPatchSubjects(text: string): readonly Part[] {
  const files = readPatch(text);
  if (files.length === 0) return text === "" ? [] : [{ kind: "file", text, fragment: true }];
  return files.map(({ file, added, isWhole }) => ({ kind: "file", text: added, file, ...(!isWhole && { fragment: true }) }));
}

/** A file that is deleted or moved. Policies about the path of a changed file apply. */
function changedPath(file: string): Part {
  return { kind: "file", text: "", file, fragment: true };
}

/** An editor reads files too: a call that writes nothing is a read, unless its whole input is unknown. */
function readEditSubjects(input: JsonRecord): readonly Part[] {
  const written = readWrittenSubjects(input);
  if (written.length > 0) return written;
  const paths = pathsIn(input);
  const verb = stringAt(input, "command");
  if (paths.length > 0 && (verb === "view" || verb === "read")) return paths.map((file) => ({ kind: "tool", text: file, file }));
  if (paths.length > 0)
    return paths.map((file) => ({ kind: "file", text: joinInput(withoutPaths(input, paths)), file, fragment: true }));
  const text = joinInput(input);
  return containsPatch(text) ? readPatchSubjects(text) : [{ kind: "file", text, fragment: true }];
}

function withoutPaths(input: JsonRecord, paths: readonly string[]): JsonRecord {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => typeof value !== "string" || !paths.includes(value)));
}

/** Reads of several files are checked one by one, so that each path is compared. */
function readAccesses(input: JsonRecord): readonly Part[] {
  const paths = pathsIn(input);
  if (paths.length <= 1) return [wholeInput(input, paths[0])];
  return paths.map((file, at) => ({ kind: "tool", text: at === 0 ? joinInput(input) : file, file }));
}

/** Reads the input of an unknown tool as every kind of text that it could be. */
function readUnknown(input: JsonRecord): readonly Part[] {
  const written = readWrittenSubjects(input);
  const commands = readCommandSubjects(readCommands(input, "named"));
  if (written.length > 0) return [...written, ...commands];
  const whole = commands.length > 0 && Object.keys(input).length === 1 ? [] : readAccesses(input);
  return [...commands, ...whole, ...recordsAt(input, "operations").flatMap(readWrittenSubjects)];
}

function wholeInput(input: JsonRecord, file?: string): Part {
  return { kind: "tool", text: joinInput(input), ...(file !== undefined && { file }) };
}
