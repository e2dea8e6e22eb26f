import { readHeaderLines, splitFrontMatter } from "@precept/core";
import type { Header } from "./header-format.ts";

/**
 * Whether a file has well-formed front matter that its tool does not detect, so that the tool reads the whole file as text. False if the front matter
 * has anomalies: those are reported on their own.
 */
export function hasUndetectedFrontMatter({ hasFrontMatter, text }: Header): boolean {
  if (hasFrontMatter) return false;
  const { found, header, anomalies } = splitFrontMatter(text);
  return found && anomalies.length === 0 && readHeaderLines(header).entries.length > 0;
}
