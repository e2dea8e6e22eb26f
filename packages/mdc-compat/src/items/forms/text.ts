import { detectLineBreak } from "@precept/core";
import type { FileForm } from "./file-form.ts";
import { trimLines } from "./markdown.ts";

/** A file without keys: the key `content` is its text. */
export const textForm: FileForm = {
  read: (text) => ({ keys: { content: trimLines(text.replace(/^\uFEFF/, "")) } }),
  print: (keys, original) => {
    const content = typeof keys["content"] === "string" ? keys["content"] : "";
    const before = original === undefined ? undefined : textForm.read(original);
    if (original !== undefined && before !== undefined && "keys" in before && before.keys["content"] === content) return original;
    const eol = original === undefined ? "\n" : detectLineBreak(original);
    return content === "" ? "" : content.replaceAll("\n", () => eol) + eol;
  },
};
