import { isRecord, PreceptError } from "@precept/core";
import { splitEntries, type ImportedMemory, type MemoryFile, type ParsedEntry, type ParsedMemories } from "./imported-memory.ts";
import { timeOf } from "./time-of.ts";

/** A heading that is alone in its line: `**Work context**`, or in Markdown. */
const heading = /^(?:#{1,6}[ \t]+(.+?)|\*\*([^*\n]+?):?\*\*:?)[ \t]*$/;

/**
 * Parses the memories of Claude's data export: `memories.json`, or a file of `memories/`. It has a text about the user, a text for
 * each project, and in newer exports a file for each subject. Texts are split at their headings.
 *
 * @throws PreceptError `OPTION_VALUE_INVALID` for a file in another format.
 */
export function parseClaudeExport({ path, text }: MemoryFile): ParsedMemories {
  const accounts = readAccounts(text);
  if (accounts === undefined) {
    const expected = "the memories.json of Claude's data export, with conversations_memory, project_memories or memory_files";
    throw new PreceptError("OPTION_VALUE_INVALID", { option: "--file", value: path, expected });
  }
  return splitEntries(accounts.flatMap((account) => parseAccount(account, path)));
}

type Account = Readonly<Record<string, unknown>>;

function readAccounts(text: string): readonly Account[] | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const accounts = (Array.isArray(value) ? value : [value]).filter(isRecord);
    const isKnown = accounts.some((one) =>
      ["conversations_memory", "project_memories", "memory_files"].some((key) => key in one),
    );
    return isKnown ? accounts : undefined;
  } catch {
    return undefined;
  }
}

function parseAccount(account: Account, path: string): readonly ParsedEntry[] {
  const { conversations_memory: general, project_memories: projects, memory_files: files } = account;
  const texts = [general, ...(isRecord(projects) ? Object.values(projects) : [])].filter((text) => typeof text === "string");
  return [
    ...texts.flatMap((text) => splitAtHeadings(text, path)),
    ...(Array.isArray(files) ? files : []).map((file: unknown) => parseMemoryFile(file, path)),
  ];
}

function splitAtHeadings(text: string, path: string): readonly ImportedMemory[] {
  const sections: { name?: string; lines: string[] }[] = [{ lines: [] }];
  for (const line of text.split(/\r?\n/)) {
    const [, markdown, bold] = heading.exec(line) ?? [];
    const name = markdown ?? bold;
    if (name === undefined) sections.at(-1)?.lines.push(line);
    else sections.push({ name, lines: [] });
  }
  return sections
    .map(({ lines, name }) => ({ content: lines.join("\n").trim(), ...(name !== undefined && { name }), files: [path] }))
    .filter(({ content }) => content !== "");
}

function parseMemoryFile(file: unknown, path: string): ParsedEntry {
  if (!isRecord(file) || typeof file["content"] !== "string") return "noText";
  const createdAt = timeOf(file["updated_at"]);
  const name = typeof file["path"] === "string" ? /([^/]+?)(?:\.md)?$/i.exec(file["path"])?.[1] : undefined;
  return {
    content: file["content"].trim(),
    ...(name !== undefined && { name }),
    ...(createdAt !== undefined && { createdAt }),
    files: [path],
  };
}
