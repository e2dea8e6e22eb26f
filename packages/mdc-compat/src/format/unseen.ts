import { readHeaderLines, splitFrontMatter } from "@precept/core";
import type { Header } from "./header-format.ts";

/** Whether a file has a front matter that its tool does not see, although nothing about it looks unusual: to the tool all of it is text. */
export function isUnseen({ isThere, text }: Header): boolean {
  if (isThere) return false;
  const { found, header, anomalies: oddities } = splitFrontMatter(text);
  return found && oddities.length === 0 && readHeaderLines(header).entries.length > 0;
}
