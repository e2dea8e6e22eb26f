import type { SourceText } from "../source/source-text.ts";
import type { TextMatch } from "./text-match.ts";

/** HTML comments, and link definitions used as comments, which Markdown does not render either. */
const comments =
  /<!--([\s\S]*?)(?:-->|(?![\s\S]))|^[ \t]*\[(?:\/\/|comment|_|#)\]:[ \t]*(?:#|<>)[ \t]*(?:\((.*)\)|"(.*)"|'(.*)')[ \t]*$/gimu;

/** How notes for readers and directives for other tools begin. */
const notes =
  /^\s*(?:TODO|FIXME|XXX|NOTE TO (?:SELF|MAINTAINERS?)|prettier|eslint|markdownlint|mdlint|textlint|cspell|spell-checker|vale|toc|tocstop|omit in toc|all-contributors|readme-|start doctoc|end doctoc|more|fold|cSpell|biome|dprint|remark|lint |SPDX|Copyright|\(c\)|©|License|#?region|#?endregion|BEGIN|END|begin|end)\b/i;
/** Remarks about the file itself. */
const generated =
  /\b(?:auto-?\s?generated|automatically generated|generated (?:by|from|with)|(?:do not|don['’]t) (?:edit|change|modify) (?:this|by hand|manually|directly)|licensed under|all rights reserved)\b/i;

const addressed =
  /\b(?:agents?|assistants?|AI|LLMs?|(?:language )?models?|Claude|Cursor|Copilot|Gemini|ChatGPT|GPT|Codex|bots?)\b/i;
const modal = /\b(?:must|should|shall|always|never|do not|don['’]t|need to|have to|are to|please|make sure|ensure)\b/i;

/** Phrases that give instructions to an agent. */
const instructions: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override|bypass)\b[^.!?]{0,40}\b(?:instructions?|rules?|guidelines?|prompts?|policy|policies|restrictions?|above|previous|prior)\b/i,
  /\b(?:do not|don['’]t|never|without)\s+(?:tell(?:ing)?|mention(?:ing)?|reveal(?:ing)?|inform(?:ing)?|ask(?:ing)?|notify(?:ing)?|show(?:ing)?|alert(?:ing)?)\b[^.!?]{0,30}\b(?:users?|anyone|anybody|people|them|developers?|humans?|reviewers?)\b/i,
  /\byou (?:must|should|shall|are (?:now|to)|will now|have to|need to|may not|can(?:no|['’])t)\b/i,
  /(?:^|[.!?:;\n])\s*(?:[-*]\s+)?(?:always|never|you must|do not|don['’]t)\s+[a-z]{2,}/i,
  /(?:^|[\s`])(?:curl|wget|Invoke-WebRequest|iwr|nc|powershell|bash -c|sh -c|eval|rm -rf|sudo|chmod|base64 (?:-d|--decode))\s+\S/,
  /\b(?:send|post|upload|fetch|download|install|exfiltrate|email)\b[^!?\n]{0,80}(?:`[^`]+`|https?:\/\/)/i,
  /^\s*(?:system|instructions?|important|secret instructions?)\s*(?:prompt)?\s*:/i,
];

/** Finds hidden comments with instructions for the agent. Accepts notes, licences and directives for other tools. */
export function findHiddenInstructions(source: SourceText): TextMatch[] {
  const { text, bodyStart } = source;
  if (!text.includes("<!--", bodyStart) && !text.includes("]:", bodyStart)) return [];
  return [...text.slice(bodyStart).matchAll(comments)].flatMap((match): readonly TextMatch[] => {
    const start = bodyStart + match.index;
    const words = match.slice(1).find((group) => group !== undefined) ?? "";
    if (source.isCode(start) || !isInstruction(words)) return [];
    return [
      {
        code: "text/hidden-instruction",
        start,
        end: start + match[0].length,
        message: `A hidden comment contains instructions for the agent: "${shorten(words)}".`,
        replacement: { title: "Remove the comment", text: "", safe: false },
      },
    ];
  });
}

function isInstruction(comment: string): boolean {
  if (notes.test(comment) || generated.test(comment)) return false;
  return instructions.some((phrase) => phrase.test(comment)) || (addressed.test(comment) && modal.test(comment));
}

function shorten(words: string): string {
  const line = words.trim().replace(/\s+/g, " ");
  return line.length <= 80 ? line : `${line.slice(0, 79)}…`;
}
