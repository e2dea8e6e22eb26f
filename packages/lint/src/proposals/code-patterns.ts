import type { Prohibition } from "./prohibitions.ts";

/** What a proposed policy looks for. */
export type ProposedMatch =
  | { readonly kind: "text"; readonly pattern: string }
  | {
      readonly kind: "command";
      readonly programs: readonly string[];
      readonly subcommand?: string;
      readonly flags?: readonly string[];
    }
  | { readonly kind: "files"; readonly files: readonly string[] };

/** A match, with a text that it reports. */
export interface CodeMatch {
  readonly match: ProposedMatch;
  readonly invalid: string;
  /** The language of the files in which it is looked for. Default: what the rule says. */
  readonly language?: string;
}

/** Keywords and operators, with what they look like in code. */
const keywords: Readonly<Record<string, readonly [pattern: string, invalid: string]>> = {
  any: [String.raw`(?:[:<|]\s*any\b(?=\s*(?:[;,)>|=\[\]{}&]|$))|\bas\s+any\b)`, "const a: any = 1;"],
  var: [String.raw`^\s*(?:export\s+)?var\s+[\w$[{]`, "var a = 1;"],
  "==": [String.raw`[^=!<>]==(?!=)`, "if (a == b) {}"],
  "!=": [String.raw`!=(?!=)`, "if (a != b) {}"],
  enum: [String.raw`^\s*(?:export\s+)?(?:declare\s+)?(?:const\s+)?enum\s+\w`, "enum A {}"],
  namespace: [String.raw`^\s*(?:export\s+)?namespace\s+\w`, "namespace A {}"],
  debugger: [String.raw`^\s*debugger\b`, "debugger;"],
  goto: [String.raw`^\s*goto\s+\w`, "goto end;"],
  TODO: [String.raw`\bTODO\b`, "// TODO: later"],
  FIXME: [String.raw`\bFIXME\b`, "// FIXME: later"],
};

/** Functions whose names are also English words. */
const functions: ReadonlySet<string> = new Set([
  "print",
  "eval",
  "alert",
  "exec",
  "panic",
  "unwrap",
  "system",
  "confirm",
  "printf",
  "setTimeout",
]);

/** Programs that rules name. */
const programs: ReadonlySet<string> = new Set(
  "npm npx yarn pnpm bun bunx deno node git gh docker docker-compose pip pip3 uv poetry conda python python3 pytest make cargo go mvn gradle rm mv cp curl wget sudo kubectl helm terraform aws gcloud az psql mysql sqlite3 brew apt apt-get composer bundle gem rails rake dotnet vite jest vitest eslint prettier tsc".split(
    " ",
  ),
);
/** Programs that have others in their place, so that a rule can prohibit them as a whole. */
const managers: ReadonlySet<string> = new Set("npm npx yarn pnpm bun bunx pip pip3 poetry conda sudo docker-compose".split(" "));

/** A name that stands for others. */
const placeholder =
  /\b(?:Type|Foo|Bar|foo|bar|baz|xxx|XXX|MyComponent|ComponentName|your\w*|fn|X|Y)\b|\b[a-z]+X\b|[<{[](?:name|path|file|id|type|T|\w+_name)[>}\]]/;

/** A path, or the name of a file. */
const fileName =
  /^[\w-]+\/[\w./*-]*$|^\.{1,2}\/|^[\w./-]*\.(?:[cm]?[jt]sx?|jsonc?|mdx?|ya?ml|toml|py|go|rs|lock|swift|s?css|html|vue)$/;

const writes = /^(?:edit|modify|change|touch|updat|delet|writ|creat)/;
const imports = /^(?:import|install)/;
const packageNouns = /^(?:packages?|librar|dependenc|modules?|imports?)/;
const pathNouns = /^(?:files?|folders?|director)/;
const packageName = /^(?:@[\w.-]+\/)?[a-z][\w.-]*(?:\/[\w.-]+)*$/;

/** Returns what to look for to find a piece of code. A text is why it cannot be found without finding other things. */
export function matchOfCode(code: string, { verb, noun }: Pick<Prohibition, "verb" | "noun">): CodeMatch | string {
  const words = code.split(/\s+/);
  const [first = ""] = words;
  if (isPath(code, noun) && (writes.test(verb) || pathNouns.test(noun))) {
    return writes.test(verb) ? filesAt(code) : "it does not say what must not happen to the files";
  }
  if (programs.has(first) && (words.length > 1 || managers.has(first))) return commandOf(words);
  if (imports.test(verb) || packageNouns.test(noun)) {
    return packageName.test(code) ? importOf(code) : `\`${code}\` is not the name of a package`;
  }
  const keyword = matchOfKeyword(code === "enums" ? "enum" : code);
  if (keyword !== undefined) return keyword;
  if (functions.has(code) || (/^[a-z]+$/.test(code) && /^(?:functions?|calls?|macros?)$/.test(noun))) return textOf(`${code}()`);
  if (/^(?:[A-Za-z]+|[a-z]+(?:-[a-z]+)+)$/.test(code) && !/[a-z][A-Z]/.test(code))
    return `\`${code}\` is one word, which could be anything`;
  if (placeholder.test(code)) return `\`${code}\` has a placeholder`;
  if (code.length < 3 || !/\w{2}/.test(code)) return `\`${code}\` is too short to look for`;
  if (fileName.test(code)) return "it does not say what must not happen to the files";
  return textOf(code);
}

/** Returns what a keyword or an operator looks like in code. Undefined if it is not known. */
export function matchOfKeyword(code: string): CodeMatch | undefined {
  const known = Object.hasOwn(keywords, code) ? keywords[code] : undefined;
  if (known === undefined) return undefined;
  const [pattern, invalid] = known;
  const isComment = code === "TODO" || code === "FIXME";
  return { match: { kind: "text", pattern }, invalid, ...(!isComment && { language: "javascript" }) };
}

function isPath(code: string, noun: string): boolean {
  return /^[\w.@*{},/-]+$/.test(code) && (code.includes("/") || /^\*?\.?[\w-]*\.[a-z]{1,5}$/i.test(code) || pathNouns.test(noun));
}

function filesAt(code: string): CodeMatch {
  const path = code.replace(/^\.\//, "");
  const glob = path.endsWith("/") ? `${path}**` : path;
  return {
    match: { kind: "files", files: [glob] },
    invalid: glob
      .replaceAll("**", "a")
      .replaceAll("*", "a")
      .replace(/\{([^,}]*)[^}]*\}/g, "$1"),
  };
}

function commandOf(words: readonly string[]): CodeMatch | string {
  const known = words.filter((word) => word !== "..." && word !== "…");
  const areWords = known.slice(1).every((word) => word.startsWith("-") || /^[\w:.-]+$/.test(word));
  return areWords ? matchOfCommand(known) : "its operands are not only words";
}

/** Returns what to look for to find a command, by its program, its operands and its flags. */
export function matchOfCommand([program = "", ...words]: readonly string[]): CodeMatch {
  const flags = words.filter((word) => word.startsWith("-"));
  const operands = words.filter((word) => !word.startsWith("-"));
  return {
    match: {
      kind: "command",
      programs: [program],
      ...(operands.length > 0 && { subcommand: operands.join(" ") }),
      ...(flags.length > 0 && { flags }),
    },
    invalid: [program, ...operands, ...flags].join(" "),
  };
}

function importOf(name: string): CodeMatch {
  const escaped = escape(name);
  const pattern = String.raw`(?:\bfrom\s+|\bimport\s+|\brequire\(\s*|\bimport\(\s*)["']${escaped}(?:/[^"'\n]*)?["']${/^\w+$/.test(name) ? String.raw`|^\s*(?:from|import)\s+${escaped}\b(?!\s+from)` : ""}`;
  return { match: { kind: "text", pattern }, invalid: `import a from "${name}";` };
}

/** A pattern for the text of code, with any space between its words. `…` stands for anything. */
function textOf(code: string): CodeMatch | string {
  const isCall = code.endsWith("()");
  const body = isCall ? code.slice(0, -2) : code;
  if (/\*/.test(body.replace(/\.\*$/, ""))) return `\`${code}\` has a placeholder`;
  if (body.length < 3) return `\`${code}\` is too short to look for`;
  // `console.*` is any name after the point.
  const isAnyName = body.endsWith(".*");
  const parts = (isAnyName ? body.slice(0, -1) : body).split(/\s*(?:\.{3}|…)\s*/).map((part) =>
    part
      .split(/\s+/)
      .map(escape)
      .join(String.raw`\s+`),
  );
  const before = /^[\w$]/.test(body) ? String.raw`(?<![\w$.@-])` : "";
  const after = isCall ? String.raw`\s*\(` : isAnyName ? String.raw`\w+` : /\w$/.test(body) ? String.raw`\b(?!-)` : "";
  const pattern = `${before}${parts.join(String.raw`[^\n]{0,200}?`)}${after}`;
  return {
    match: { kind: "text", pattern },
    invalid: `${body.replaceAll(/\.{3}|…/g, "a").replace(/\.\*$/, ".log")}${isCall ? "(a)" : ""}`,
  };
}

function escape(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&").replaceAll("\\/", "/");
}
