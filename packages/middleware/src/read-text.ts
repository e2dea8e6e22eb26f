import { isRecord } from "@precept/core";

const maxDepth = 8;

/**
 * Reads the text of message content: a string, or a list of parts with `text`, as in LangChain, the AI SDK, OpenAI,
 * Anthropic and Mastra. Other parts, such as images, have no text. Parts are joined with line breaks.
 *
 * @param depth how many levels of `content` and `parts` are read. Default 8, deeper than any known format.
 */
export function readText(content: unknown, depth: number = maxDepth): string {
  return textsOf(content, depth).join("\n");
}

function textsOf(content: unknown, depth: number): readonly string[] {
  if (typeof content === "string") return content === "" ? [] : [content];
  if (depth === 0) return [];
  if (Array.isArray(content)) return content.flatMap((part: unknown) => textsOf(part, depth - 1));
  if (!isRecord(content)) return [];
  const { text, parts, content: nested } = content;
  if (typeof text === "string") return textsOf(text, depth);
  return textsOf(parts ?? nested, depth - 1);
}
