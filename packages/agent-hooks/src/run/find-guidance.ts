/** A sentence of the user that says how work is to be done, and the rule that it makes. */
export interface Guidance {
  /** The text of the rule. */
  readonly content: string;
  /** The sentence as the user wrote it. */
  readonly said: string;
}

/** Lengths of a sentence, in characters. Shorter ones say nothing, longer ones describe a task. */
const [minLength, maxLength] = [12, 240];

const fence = /^[ \t]*(```|~~~)[\s\S]*?(?:^[ \t]*\1|$(?![\s\S]))/gm;
const quotedLine = /^[ \t]*(?:>|\||at\s).*$/gm;
/** Ends of sentences. A full stop inside `file.ts` or `1.5` is none. */
const sentenceEnd = /(?<=[.!?])\s+|\n{2,}|\n(?=[ \t]*(?:[-*•#\d]|\p{Lu}))|\s+[—–]\s+|;\s+/u;

/** Longer prompts are pasted texts rather than what a user says. In characters. */
const maxPrompt = 4_000;

/** What introduces a correction or a reminder, and is not part of the rule. */
const openings: readonly { readonly pattern: RegExp; readonly isWeak?: true }[] = [
  {
    pattern:
      /^(?:no(?=[,.!:]| -)|nope|wrong|stop(?=[,.!:])|not (?:like )?(?:that|this)|that['’]?s (?:wrong|not right|not what i (?:asked|meant|want(?:ed)?)))\b[\s,.:!-]+/i,
    isWeak: true,
  },
  { pattern: /^again[\s,.:!-]+/i, isWeak: true },
  {
    pattern:
      /^(?:(?:as|like) i (?:have |['’]ve )?(?:already )?(?:said|told you|asked|mentioned|wrote)(?: (?:before|above|earlier|already))?|i (?:already |have already |['’]ve already )?(?:told|asked) you(?: (?:before|already|twice))?(?: to\b| that\b)?)[\s,.:!-]+/i,
  },
  { pattern: /^(?:from now on|in (?:the )?future|going forward|for the future|next time)\b[\s,:-]+/i },
  { pattern: /^(?:please )?(?:remember|keep in mind)\b(?: that\b| to\b)?[\s,:-]+/i },
];
const filler = /^(?:(?:please|and|but|also|so|then|just|ok|okay|actually|well|oh)\b[\s,]*)+/i;

/** What "don't" and "never" are followed by if the writer tells what is so, and not what to do. */
const notDone = String.raw`(?!\s+(?:actually|really|even|ever|yet|want|care|know|knew|think|thought|have|had|see|seen|seem|understand|understood|expect|believe|plan|get|got|hit|support|need|mind|like|worry|remember|feel|did|was|were)\b)`;

/** An instruction: it begins with a verb or a prohibition, or with what the team or the user does. */
const instructs = new RegExp(
  [
    String.raw`^(?:only )?(?:use|prefer|avoid|stick|keep|put|write|name|call|run|add|make|leave|return|throw|import|export|test|check|read|ask|answer|follow|format|place|store|log|wrap|remove|delete|commit|start|stop)\b`,
    String.raw`^(?:don['\u2019]t|do not|never|always)\b${notDone}`,
    String.raw`^we (?:(?:use|prefer|always|only|avoid)\b|(?:do not|don['\u2019]t|never)\b${notDone})`,
    String.raw`^i (?:prefer|(?:do not |don['\u2019]t |never |always |only )?want)\b`,
  ].join("|"),
  "i",
);

/** What else is an instruction after a reminder: it says what has to be. */
const obliges = /\b(?:must|should|has to|have to|needs? to)\b/i;

/** Guidance without an introduction: general on its own. */
const general: readonly RegExp[] = [
  /^(?:you (?:should|must) |we (?:should |must )?|i want you to |make sure (?:to |that you |you )?)?(?:always|never)\s+(?!(?:actually|really|mind|knew?|had|did|was|were|seen|got|thought|understood|heard|be|on|off|true|false|available|present|there|non|the|an?|by|when|if|in|at|for)\b)(?![a-z]+(?:ed|en)\b)(?!(?!(?:pass|process|address|access|discuss|focus|miss|cross|dress|guess|express|compress|bypass|alias)\b)[a-z]+s\b)[a-z`'"]/i,
  /^in (?:this|our) (?:repo|repository|project|codebase|code base|code|package|team|company),? (?:we|please|use|never|always|do not|don['’]t|all|every|no)\b/i,
  new RegExp(
    String.raw`^(?:around )?here,? we (?:(?:use|prefer|always|only|avoid)\b|(?:do not|don['\u2019]t|never)\b${notDone})`,
    "i",
  ),
  new RegExp(
    String.raw`^we (?:(?:do not|don['\u2019]t|never)\b${notDone}|always|only|try to|usually|generally|prefer(?: to)?|use|avoid)\b.{3,}\b(?:(?<!from )here(?=[.,!;)]|$)|anywhere|everywhere|in (?:this|our|the) (?:repo|repository|project|codebase|code base|code|package|tests?|docs)|any ?more|instead|by convention)\b`,
    "i",
  ),
  /^we (?:prefer|avoid|try to (?:avoid|keep))\b/i,
  new RegExp(
    String.raw`^(?:please )?(?:(?:do not|don['\u2019]t)\b${notDone}|never(?! [a-z]+ed\b)\b${notDone}).{3,}\b(?:again|any ?more|in (?:this|our) (?:repo|repository|project|codebase)|anywhere|without asking|unless i (?:ask|say))\b`,
    "i",
  ),
  /^(?:please )?(?:use|prefer|write)\b(?:(?!, (?:and|but|so|then)\b| - ).){2,80}?(?:\b(?:instead of|rather than|over)\b|, (?:not|never)\b)/i,
];

/** A task, however it begins: it is about one thing now, or only an idea. */
const tasks: readonly RegExp[] = [
  // "this function", but not "this project".
  /\b(?:this|these|those)\b(?! (?:repo|repository|project|codebase|code base|package|team|company|way|kind|style)\b)/i,
  /\b(?:right now|for now|just this once|today|the following)\b|\b(?:above|below)[.!]*$|\b(?:use|prefer|write) (?:that|it|them)\b/i,
  // What is replaced is one place: "instead of the dot", "rather than 'o'", "instead of 32".
  /\b(?:instead of|rather than|over|not) (?:(?:the|that|it|them|its|my|your)\b(?! own\b)|[`'"]?\d|'[^']{1,8}'|"[^"]{1,8}")/i,
  // A name that is chosen once: "use order_id instead of cart_id".
  /^(?:[Pp]lease )?(?:[Uu]se|[Pp]refer|[Ww]rite) [`'"]?[a-z]+(?:_[a-z]+)+[`'"]?,? (?:instead of|rather than|over|not) [`'"]?[a-z]+(?:_[a-z]+)*[`'"]?[.!]*$/,
  /\bself\.|\bhere (?:to|as|so|and|because|in|is|are|for|too|rather|instead)\b|\b(?:please use|use|prefer|write)\b.* here[.!]*$/i,
  /\b(?:i think|maybe|perhaps|probably|consider|look into|revisit|could|i guess|not sure)\b/i,
];

/**
 * Finds the sentences of a prompt that correct how work is done, or ask for it in general: "no, use …", "always …", "we
 * don't … here", "as I said, …". Reads only English. A heuristic that compares words, so it can be wrong; what it finds
 * is proposed to a person.
 */
export function findGuidance(prompt: string): readonly Guidance[] {
  if (prompt.length > maxPrompt) return [];
  // An exclamation before a correction does not end the sentence.
  const prose = prompt
    .replace(fence, "\n")
    .replace(quotedLine, "")
    .replace(/\b(no|nope|stop)[.!]+[ \t]+/gi, "$1, ");
  return prose.split(sentenceEnd).flatMap((part) => {
    const said = part
      .replace(/^[\s*\-•\d.)]+(?=\S)/, "")
      .replace(/\s+/g, " ")
      .trim();
    return readGuidance(said) ?? [];
  });
}

function readGuidance(said: string): Guidance | undefined {
  if (said.length < minLength || said.length > maxLength || said.endsWith("?") || said.endsWith(":")) return undefined;
  let rest = said.replace(filler, "");
  let introduction: "none" | "weak" | "strong" = "none";
  for (const { pattern, isWeak = false } of openings) {
    const [found] = pattern.exec(rest) ?? [];
    if (found === undefined) continue;
    if (introduction !== "strong") introduction = isWeak ? "weak" : "strong";
    rest = rest.slice(found.length).replace(filler, "");
  }
  const isInstruction = introduction !== "none" && instructs.test(rest);
  const isObligation = introduction === "strong" && obliges.test(rest);
  if (!isInstruction && !isObligation && !general.some((pattern) => pattern.test(rest))) return undefined;
  if (tasks.some((pattern) => pattern.test(rest)) || rest.split(/\s+/).length < 2) return undefined;
  const content = `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`.replace(/[\s,;:]+$/, "");
  return { content: /[.!]$/.test(content) ? content : `${content}.`, said };
}
