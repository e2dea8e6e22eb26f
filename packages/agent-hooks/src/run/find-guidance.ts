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
const openings: readonly RegExp[] = [
  /^(?:no(?=[,.!:]| -)|nope|wrong|stop(?=[,.!:])|not (?:like )?(?:that|this)|that['’]?s (?:wrong|not right|not what i (?:asked|meant|want(?:ed)?)))\b[\s,.:!-]+/i,
  /^(?:again|(?:as|like) i (?:have |['’]ve )?(?:already )?(?:said|told you|asked|mentioned|wrote)(?: (?:before|above|earlier|already))?|i (?:already |have already |['’]ve already )?(?:told|asked) you(?: (?:before|already|twice))?(?: to\b| that\b)?)[\s,.:!-]+/i,
  /^(?:from now on|in (?:the )?future|going forward|for the future|next time)\b[\s,:-]+/i,
  /^(?:please )?(?:remember|keep in mind)\b(?: that\b| to\b)?[\s,:-]+/i,
];
const filler = /^(?:(?:please|and|but|also|so|then|just|ok|okay|actually|well|oh)\b[\s,]*)+/i;

/** An instruction: it begins with a verb or a prohibition, or says what has to be. */
const instructs =
  /^(?:use|prefer|avoid|stick|keep|put|write|name|call|run|add|make|leave|return|throw|import|export|test|check|read|ask|answer|follow|format|place|store|log|wrap|remove|delete|commit|start|stop|don['’]?t|do not|never|always|only)\b|\b(?:must|should|has to|have to|needs? to|(?:we|i) (?:use|prefer|want|need|do not|don['’]t|never|always|only|avoid))\b/i;

/** Guidance without an introduction: general on its own. */
const general: readonly RegExp[] = [
  /^(?:you (?:should|must) |we (?:should |must )?|i (?:want you to )?|make sure (?:to |that you |you )?)?(?:always|never)\s+(?!(?:mind|knew?|had|seen|got|thought|heard|be|on|off|true|false|available|present|there|non|the|an?|by|when|if|in|at|for)\b)(?![a-z]+(?:ed|en)\b)(?!(?!(?:pass|process|address|access|discuss|focus|miss|cross|dress|guess|express|compress|bypass|alias)\b)[a-z]+s\b)[a-z`'"]/i,
  /^(?:in (?:this|our) (?:repo|repository|project|codebase|code base|code|package|team|company)|around here|here),? (?:we|please|use|never|always|do not|don['’]t|all|every|no)\b/i,
  /^we (?:(?:do not|don['’]t)(?! need)|never|always|only|try to|usually|generally|prefer(?: to)?|use|avoid)\b.{3,}\b(?:here|anywhere|everywhere|in (?:this|our|the) (?:repo|repository|project|codebase|code base|code|package|tests?|docs)|any ?more|instead|by convention)\b/i,
  /^we (?:prefer|avoid|try to (?:avoid|keep))\b/i,
  /^(?:please )?(?:do not|don['’]t|never(?! [a-z]+ed\b))\b.{3,}\b(?:again|any ?more|in (?:this|our) (?:repo|repository|project|codebase)|anywhere|without asking|unless i (?:ask|say))\b/i,
  /^(?:please )?(?:use|prefer|write|call|name|say|put)\b.{2,}(?:\b(?:instead of|rather than|over)\b|, (?:not|never)\b)/i,
];

/** A task, however it begins: it is about one thing now. */
const isTask =
  /(?:^|\b)(?:this (?:error|bug|file|function|test|line|pr|commit|time|one)|right now|^(?:use|prefer) (?:that|this|these|those)|for now|for this(?! (?:repo|repository|project|codebase))|just this once|today|the following|(?:above|below)$)\b/i;

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
  let isIntroduced = false;
  for (const opening of openings) {
    const [found] = opening.exec(rest) ?? [];
    if (found === undefined) continue;
    isIntroduced = true;
    rest = rest.slice(found.length).replace(filler, "");
  }
  const isGuidance = isIntroduced ? instructs.test(rest) : general.some((pattern) => pattern.test(rest));
  if (!isGuidance || isTask.test(rest) || rest.split(/\s+/).length < 2) return undefined;
  const content = `${rest.charAt(0).toUpperCase()}${rest.slice(1)}`.replace(/[\s,;:]+$/, "");
  return { content: /[.!]$/.test(content) ? content : `${content}.`, said };
}
