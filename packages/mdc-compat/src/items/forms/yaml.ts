import { detectLineBreak, editHeader, isRecord, printYaml, splitFrontMatter, type Json } from "@precept/core";
import type { FileForm } from "./file-form.ts";
import { compareKeys, readHeader } from "./markdown.ts";

/** A YAML file with one mapping. */
export const yamlForm: FileForm = {
  read: (text) => {
    const read = readHeader(text.replace(/^\uFEFF/, ""), 1);
    if ("keys" in read) return read;
    const message = read.problem.message.replace(/^The front matter/, "The file").replace(/^A front matter/, "A file");
    return { problem: { ...read.problem, message } };
  },
  print: (keys, original) => {
    const before = original === undefined ? undefined : yamlForm.read(original);
    if (original === undefined || before === undefined || "problem" in before) {
      return Object.entries(keys)
        .map(([key, value]) => `${printEntry(key, value)}\n`)
        .join("");
    }
    const changes = compareKeys(before.keys, keys, printEntry);
    if (changes.size === 0) return original;
    const eol = detectLineBreak(original);
    const lines = new Map(Array.from(changes, ([key, line]) => [key, line?.replaceAll("\n", () => eol)]));
    return editHeader({ ...splitFrontMatter(""), header: original }, lines);
  },
};

/** Prints lists and mappings over several lines. */
function printEntry(key: string, value: Json): string {
  return `${printYaml(key)}:${printValue(value, "  ")}`;
}

function printValue(value: Json, indent: string): string {
  if (Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string")) {
    return value.map((item) => `\n${indent}- ${printYaml(item)}`).join("");
  }
  if (isRecord(value) && Object.keys(value).length > 0) {
    const entries = Object.entries(value).map(([key, item]) => {
      return `\n${indent}${printYaml(key)}:${printValue(item, `${indent}  `)}`;
    });
    return entries.join("");
  }
  return ` ${printYaml(value)}`;
}
