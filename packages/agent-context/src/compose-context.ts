import { formatNumber, nestMarkdown } from "@precept/core";
import type { AgentContext } from "./agent-context.ts";
import { textsOf } from "./context-change.ts";
import type { FileLoadResult } from "./file-load-result.ts";

const fileLevel = 3;

/** The comments of memory entries, which are for programs. */
const entryMetadata = / ?<!-- precept \{[^<>\r\n]*\} -->(?=[ \t]*$)/gm;

type ComposedFile = Pick<FileLoadResult, "filePath" | "content" | "omittedCharacters">;

/**
 * Composes the agent context as a prompt section in Markdown: each file below a heading with its path. The headings in
 * the files are nested below, so that a file cannot imitate another one. Empty if there is no text.
 *
 * @param files the results of loading the context, for notes on cut texts, and the file of an offered BOOTSTRAP.md.
 */
export function composeContext(context: AgentContext, files: readonly FileLoadResult[] = []): string {
  return composeContextFiles([...filesOf(context, files), ...files.filter(({ id }) => id === "bootstrap")]);
}

/** Composes some files as {@link composeContext} composes all. */
export function composeContextFiles(files: readonly ComposedFile[]): string {
  const parts = files.filter(({ content = "" }) => content.trim() !== "").map(composeFile);
  if (parts.length === 0) return "";
  return `${["## Agent Context", "These files say who you are, whom you work for and what you remember:", ...parts].join("\n\n").trimEnd()}\n`;
}

/** Returns the files of a context from its fields, so that nothing else is composed. */
function filesOf(context: AgentContext, files: readonly FileLoadResult[]): readonly ComposedFile[] {
  return [...textsOf(context)].map(([filePath, content]) => ({
    filePath,
    content,
    omittedCharacters: files.find((file) => file.filePath === filePath)?.omittedCharacters ?? 0,
  }));
}

function composeFile({ filePath, content = "", omittedCharacters }: ComposedFile): string {
  // In the heading, because a text could imitate the note.
  const cut = omittedCharacters === 0 ? "" : ` (the last ${formatNumber(omittedCharacters)} characters are omitted)`;
  const text = nestMarkdown(content.replace(entryMetadata, ""), fileLevel);
  return [`${"#".repeat(fileLevel)} ${filePath}${cut}`, ...(text === "" ? [] : [text])].join("\n\n");
}
