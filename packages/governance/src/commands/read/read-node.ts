import { pushAll } from "@precept/core";
import type { For, SyntaxNode } from "unbash";
import { commandLimits } from "../parsed-command.ts";
import { childrenOf } from "../parse-shell.ts";
import { linkPipeline, type CommandDraft } from "../state/command-draft.ts";
import { assignVariable, expandFields, expandTexts } from "./expand-fields.ts";
import { readCommand } from "./read-command.ts";
import { addRedirects, readRedirects, storeOutput } from "./read-redirects.ts";
import { readNodes, readSubstitution } from "./read-script.ts";
import { stepsOfNode } from "../state/reading-limits.ts";
import type { ReaderState } from "../state/reader-state.ts";
import { noRun, type Origin, type Run, type ShellReader } from "./shell-reader.ts";

/** Nodes whose output is the output of their parts. */
const groups: ReadonlySet<string> = new Set(["CompoundList", "BraceGroup"]);

/** Reads a node of the syntax tree: its commands, and its output if it is certain. */
export function readNode(reader: ShellReader, node: SyntaxNode, origin: Origin, input: string | undefined): Run {
  const { state } = reader;
  state.limits.spend(stepsOfNode);
  // oxlint-disable-next-line typescript/switch-exhaustiveness-check -- other nodes are read through their children
  switch (node.type) {
    case "Command":
      return readCommand(reader, node, origin, input);
    case "Pipeline":
      return readPipeline(reader, node.commands, origin, input);
    case "Statement": {
      const run = readNodes(reader, [node.command], origin, input);
      // The next statement runs also if the directory could not be entered.
      if (state.directory?.isCertain === true) state.directory = { ...state.directory, isCertain: false };
      return run;
    }
    case "AndOr":
      return { drafts: readNodes(reader, node.commands, origin, input).drafts };
    case "Subshell":
      return inOwnDirectory(state, () => readNodes(reader, childrenOf(node), origin, input));
    case "Redirected": {
      const { redirects, input: own } = readRedirects(reader, node.redirects, origin);
      addRedirects(reader, redirects, node, origin);
      const run = readNode(reader, node.command, origin, own ?? input);
      storeOutput(reader, redirects, run);
      return redirects.length > 0 ? { drafts: run.drafts } : run;
    }
    case "Function":
      reader.functions.set(node.name.value, { body: node.body, origin });
      return { drafts: readNode(reader, node.body, origin, undefined).drafts };
    case "For":
      return readLoop(reader, node, origin, input);
    case "Word":
      expandFields(reader, node, origin);
      return noRun;
    case "Assignment":
      assignVariable(reader, node, origin);
      return noRun;
    case "CommandExpansion":
    case "ProcessSubstitution":
      return readSubstitution(reader, node, origin);
    default: {
      const run = readNodes(reader, childrenOf(node), origin, input);
      return groups.has(node.type) ? run : { drafts: run.drafts };
    }
  }
}

/** Reads what runs in a separate process. If that changes the directory, the change ends with it. */
function inOwnDirectory(state: ReaderState, read: () => Run): Run {
  const { directory } = state;
  const run = read();
  state.directory = directory;
  return run;
}

/** Reads the commands of a pipeline, each with the output of the previous one as its input. */
function readPipeline(reader: ShellReader, nodes: readonly SyntaxNode[], origin: Origin, input: string | undefined): Run {
  const { state } = reader;
  const { pipedFiles } = state;
  const earlier: CommandDraft[] = [];
  let printed = input;
  let printedFiles: readonly string[] = pipedFiles;
  for (const node of nodes) {
    state.pipedFiles = printedFiles;
    const read = (): Run => readNode(reader, node, origin, printed);
    const run = nodes.length > 1 ? inOwnDirectory(state, read) : read();
    linkPipeline(earlier, run.drafts, state.limits);
    pushAll(earlier, run.drafts);
    ({ printed, printedFiles = [] } = run);
  }
  state.pipedFiles = pipedFiles;
  return { drafts: earlier, printed, printedFiles };
}

/** Reads the body of a `for` loop for each of its values. */
function readLoop(reader: ShellReader, { name, wordlist = [], body }: For, origin: Origin, input: string | undefined): Run {
  const { limits, variables } = reader.state;
  const values = wordlist.flatMap((word) => expandTexts(reader, word, origin));
  const max = commandLimits.loopValues;
  if (values.length > max) limits.reportIncomplete(`a loop has more than ${max} values`);
  const drafts: CommandDraft[] = [];
  for (const [at, value] of (values.length === 0 ? [undefined] : values.slice(0, max)).entries()) {
    // Nested loops multiply.
    if (at > 0 && !limits.canReadInner(body.end - body.pos)) break;
    if (value !== undefined) variables.set(name.value, value);
    pushAll(drafts, readNode(reader, body, origin, input).drafts);
  }
  return { drafts };
}
