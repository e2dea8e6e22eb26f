import { forEachChild, parse, type ParsedScript, type SyntaxNode } from "unbash";

/** Parses a shell text with `unbash`. The hook loads this module only for a text that `readPlainScript` cannot read. */
export function parseShell(text: string): ParsedScript {
  return parse(text);
}

export function childrenOf(node: SyntaxNode): readonly SyntaxNode[] {
  const children: SyntaxNode[] = [];
  forEachChild(node, (child) => children.push(child));
  return children;
}
