const blocks =
  "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt|fieldset|figcaption|figure|" +
  "footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|" +
  "section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul";

const attribute = String.raw`\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>\x60]+|'[^']*'|"[^"]*"))?`;

const blank = /^[ \t]*$/;

/** Start and end conditions of HTML blocks: https://spec.commonmark.org/0.31.2/#html-blocks */
const kinds: readonly (readonly [begin: RegExp, end: RegExp])[] = [
  [/^<(?:script|pre|style|textarea)(?:[\s>]|$)/i, /<\/(?:script|pre|style|textarea)>/i],
  [/^<!--/, /-->/],
  [/^<\?/, /\?>/],
  [/^<![A-Za-z]/, />/],
  [/^<!\[CDATA\[/, /\]\]>/],
  [new RegExp(`^</?(?:${blocks})(?:\\s|/?>|$)`, "i"), blank],
];

/** Any other tag, alone on its line. It does not interrupt a paragraph. */
const anyTag = new RegExp(String.raw`^(?:<[A-Za-z][\w-]*(?:${attribute})*\s*/?>|</[A-Za-z][\w-]*\s*>)\s*$`);

/** The end condition of the HTML block that begins with this line; undefined if none does. */
export function htmlEnd(text: string, inParagraph: boolean): RegExp | undefined {
  if (!text.startsWith("<")) return undefined;
  return kinds.find(([begin]) => begin.test(text))?.[1] ?? (!inParagraph && anyTag.test(text) ? blank : undefined);
}
