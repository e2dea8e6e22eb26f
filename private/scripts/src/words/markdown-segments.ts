import { blank, blankCodeSpans, type Segment } from "./segments.ts";

/** The prose of a Markdown file: without fenced code, code spans and the targets of links. */
export function markdownSegments(source: string): readonly Segment[] {
  const prose = blank(blank(source, /^ *(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ *\1/gm), /\]\([^)\s]*\)/g);
  return [{ kind: "text", text: blankCodeSpans(prose), offset: 0 }];
}

/** The comments and values of a YAML file, as one text. */
export function yamlSegments(source: string): readonly Segment[] {
  return [{ kind: "text", text: blankCodeSpans(blank(source, /^\s*[\w-]+:|#/gm)), offset: 0 }];
}
