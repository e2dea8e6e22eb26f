import type { MessagePort } from "node:worker_threads";
import type * as NapiModule from "@ast-grep/napi";
import type { NapiConfig, SgNode, SgRoot } from "@ast-grep/napi";
import type { Code, SyntaxCondition, SyntaxMatch, SyntaxOutcome, SyntaxRule } from "@precept/governance";

export interface SyntaxRequest {
  readonly condition: SyntaxCondition;
  readonly code: Code;
  readonly limit: number;
  /** The CPU time for the matches, in milliseconds. */
  readonly budget: number;
}

/** What the worker gets when it starts. */
export interface SyntaxWorkerData {
  /** The URL of the module beside which the packages are installed. */
  readonly base: string;
  /** The end of the channel to which the worker writes outcomes. */
  readonly port: MessagePort;
  /** The number of outcomes. The main thread waits for it to grow. */
  readonly done: Int32Array<SharedArrayBuffer>;
}

/** Answers requests. Like all functions below, it may only use functions of this list and Node's modules. */
function runSyntaxWorker(): void {
  const { parentPort, workerData } = process.getBuiltinModule("node:worker_threads");
  const require = process.getBuiltinModule("node:module").createRequire((workerData as SyntaxWorkerData).base);
  const { port, done } = workerData as SyntaxWorkerData;
  type Napi = typeof NapiModule;

  /** The names of the grammars, and the packages that contain those that are not in the parser itself. */
  const grammars: Readonly<Record<string, readonly [grammar: string, packageName?: string]>> = {
    javascript: ["JavaScript"],
    typescript: ["TypeScript"],
    python: ["python", "@ast-grep/lang-python"],
    go: ["go", "@ast-grep/lang-go"],
    java: ["java", "@ast-grep/lang-java"],
    shell: ["bash", "@ast-grep/lang-bash"],
  };
  const loaded = new Map<string, unknown>();
  let isRegistered = false;
  let parsed: { readonly code: Code; readonly root: SgRoot; aliases?: ReadonlyMap<string, string> } | undefined;

  parentPort?.on("message", (request: SyntaxRequest) => {
    let outcome: SyntaxOutcome;
    try {
      outcome = answer(request);
    } catch (error) {
      outcome = { kind: "indeterminate", reason: `the parser refuses it: ${oneLine(error)}` };
    }
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port of Node has no origin
    port.postMessage(outcome);
    Atomics.add(done, 0, 1);
    Atomics.notify(done, 0);
  });

  /** Relations in relations take quadratic time in one native call, which nothing can interrupt. */
  const maxNestedLength = 50_000;
  /** The length of all texts of an outcome, in UTF-16 code units: matches may contain each other. */
  const maxOutcome = 1_000_000;

  function answer({ condition, code, limit, budget }: SyntaxRequest): SyntaxOutcome {
    const related = [...condition.inside, ...condition.has, ...condition.not];
    const isNested = related.some(({ inside, has, not }) =>
      [...inside, ...has, ...not].some((one) => one.inside.length + one.has.length + one.not.length > 0),
    );
    if (isNested && code.text.length > maxNestedLength) {
      return {
        kind: "indeterminate",
        reason: `the code is longer than ${maxNestedLength} characters, the limit for nested conditions`,
      };
    }
    const [grammar = "", packageName] = grammars[code.language] ?? [];
    for (const name of ["@ast-grep/napi", packageName]) {
      const problem = name === undefined ? undefined : load(name);
      if (problem !== undefined) return { kind: "unavailable", reason: problem };
    }
    const napi = loaded.get("@ast-grep/napi") as Napi;
    if (packageName !== undefined) register(napi);
    if (parsed?.code.text !== code.text || parsed.code.language !== code.language || parsed.code.isJsx !== code.isJsx) {
      parsed = { code, root: napi.parse(code.language === "typescript" && code.isJsx ? "Tsx" : grammar, code.text) };
    }
    const root = parsed.root.root();
    const toPattern = (pattern: string): Pattern => contextOf(napi, code.language, pattern);
    const { patterns, kind } = condition;
    const own = toRule({ patterns, inside: [], has: [], not: [], ...(kind !== undefined && { kind }) }, toPattern);
    const relations =
      related.length === 0
        ? undefined
        : { rule: toRule({ ...condition, patterns: [], ...(kind !== undefined && { kind }) }, toPattern) };
    const candidates = root.findAll({ rule: own });
    const names = [...new Set(condition.patterns.flatMap((pattern) => pattern.match(/\$+[A-Z][A-Z0-9_]*/g) ?? []))];
    const aliases =
      condition.where.length > 0 ? (parsed.aliases ??= readAliases(root, code.language)) : new Map<string, string>();
    const error = root.find({ rule: { kind: "ERROR" } });
    const matches: SyntaxMatch[] = [];
    let isCut = false;
    let length = 0;
    const started = cpuTime();
    for (const node of candidates) {
      if (cpuTime() - started > budget) return { kind: "indeterminate", reason: "searching the code took too long" };
      if (relations !== undefined && !node.matches(relations)) continue;
      isCut = matches.length === limit || length > maxOutcome;
      if (isCut) break;
      const match = toMatch(node, names, aliases, code.text);
      length += [match.text, ...Object.values(match.groups), ...Object.values(match.names)].reduce(
        (sum, one) => sum + one.length,
        0,
      );
      matches.push(match);
    }
    return {
      kind: "matches",
      matches,
      isCut,
      ...(error !== null && { errorLine: error.range().start.line + 1 }),
    };
  }

  /** Loads a package. Returns why it cannot be used. */
  function load(name: string): string | undefined {
    if (loaded.has(name)) return undefined;
    try {
      loaded.set(name, require(name));
      return undefined;
    } catch (error) {
      const isMissing = (error as { readonly code?: string }).code === "MODULE_NOT_FOUND";
      return isMissing ? `the package ${name} is not installed` : `the package ${name} cannot be loaded: ${oneLine(error)}`;
    }
  }

  /** Registers the grammars of all installed packages. Later calls of the parser's own function are ignored. */
  function register(napi: Napi): void {
    if (isRegistered) return;
    const others = Object.values(grammars).flatMap(([grammar, name]) =>
      name !== undefined && load(name) === undefined ? [[grammar, loaded.get(name)] as const] : [],
    );
    napi.registerDynamicLanguage(Object.fromEntries(others) as Parameters<Napi["registerDynamicLanguage"]>[0]);
    isRegistered = true;
  }

  type Pattern = string | { readonly context: string; readonly selector: string };

  function toRule({ patterns, kind, inside, has, not }: SyntaxRule, toPattern: (pattern: string) => Pattern): NapiConfig["rule"] {
    const alternatives = patterns.map((pattern) => ({ pattern: toPattern(pattern) }));
    const all = [
      ...(alternatives.length > 0 ? [{ any: alternatives }] : []),
      ...(kind === undefined ? [] : [{ kind }]),
      ...inside.map((rule) => ({ inside: { ...toRule(rule, toPattern), stopBy: "end" } })),
      ...has.map((rule) => ({ has: { ...toRule(rule, toPattern), stopBy: "end" } })),
      ...not.map((rule) => ({ not: toRule(rule, toPattern) })),
    ];
    return { all } as NapiConfig["rule"];
  }

  /** A Go file consists of declarations, so a pattern that is a statement or an expression needs a function around it. */
  function contextOf(napi: Napi, language: string, pattern: string): Pattern {
    if (language !== "go") return pattern;
    const context = `func context() { ${pattern} }`;
    const root = napi.parse("go", context.replaceAll("$", "µ")).root();
    const [statement] = root.find({ rule: { kind: "statement_list" } })?.children() ?? [];
    if (statement === undefined || root.find({ rule: { kind: "ERROR" } }) !== null) return pattern;
    const node = statement.kind() === "expression_statement" ? statement.children()[0] : statement;
    return { context, selector: String((node ?? statement).kind()) };
  }
}

function toMatch(node: SgNode, names: readonly string[], aliases: ReadonlyMap<string, string>, text: string): SyntaxMatch {
  const groups: Record<string, string> = {};
  const resolved: Record<string, string> = {};
  for (const written of names) {
    const name = written.replace(/^\$+/, "");
    const parts = written.startsWith("$$$") ? node.getMultipleMatches(name) : [node.getMatch(name)].filter((one) => one !== null);
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) continue;
    const part = text.slice(first.range().start.index, last.range().end.index);
    groups[name] = part;
    resolved[name] = resolveName(part, aliases);
  }
  return {
    index: node.range().start.index,
    text: text.slice(node.range().start.index, node.range().end.index),
    groups,
    names: resolved,
  };
}

/** Replaces the beginning of a dotted name by what it was imported as or assigned from. */
function resolveName(text: string, aliases: ReadonlyMap<string, string>): string {
  let name = /^[\w$]+(?:\s*\??\.\s*[\w$]+)*$/.test(text) ? text.replaceAll(/[\s?]/g, "") : text;
  // An alias of an alias is followed. The limit ends a circle.
  for (let round = 0; round < 8; round += 1) {
    const [first = "", ...others] = name.split(".");
    const original = aliases.get(first);
    if (original === undefined || original === first) return name;
    name = [original, ...others].join(".");
  }
  return name;
}

/** Returns what the names of imports and of simple assignments stand for, in the whole file. */
function readAliases(root: SgNode, language: string): ReadonlyMap<string, string> {
  const aliases = new Map<string, string>();
  const each = (kind: string, read: (node: SgNode) => void): void => root.findAll({ rule: { kind } }).forEach(read);
  const add = (name: string | undefined, original: string | undefined): void => {
    if (name !== undefined && original !== undefined && name !== original) aliases.set(name, original);
  };

  if (language === "javascript" || language === "typescript") {
    each("import_statement", (statement) => {
      const source = moduleIn(field(statement, "source"));
      for (const one of statement.findAll({ rule: { kind: "import_specifier" } })) {
        const name = field(one, "name");
        add(field(one, "alias") ?? name, `${source}.${name}`);
      }
      const clause = statement.find({ rule: { kind: "import_clause" } });
      for (const one of clause?.children() ?? []) {
        if (one.kind() === "identifier") add(one.text(), source);
        if (one.kind() === "namespace_import") add(one.children().at(-1)?.text(), source);
      }
    });
    each("variable_declarator", (declarator) => {
      const [target, value] = [declarator.field("name"), declarator.field("value")];
      if (target === null || value === null) return;
      const required = /^(?:await\s+import|require)\s*\(\s*(["'`][^"'`]+["'`])\s*\)$/.exec(value.text())?.[1];
      const original = moduleIn(required) ?? dotted(value);
      if (target.kind() === "identifier") return add(target.text(), original);
      if (original === undefined) return;
      for (const one of target.children()) {
        if (one.kind() === "shorthand_property_identifier_pattern") add(one.text(), `${original}.${one.text()}`);
        if (one.kind() === "pair_pattern") add(field(one, "value"), `${original}.${field(one, "key")}`);
      }
    });
  }
  if (language === "python") {
    each("import_statement", (statement) => {
      for (const one of statement.findAll({ rule: { kind: "aliased_import" } })) add(field(one, "alias"), field(one, "name"));
    });
    each("import_from_statement", (statement) => {
      const source = field(statement, "module_name");
      for (const one of statement.fieldChildren("name")) {
        const isAliased = one.kind() === "aliased_import";
        const name = isAliased ? field(one, "name") : one.text();
        add(isAliased ? field(one, "alias") : name, `${source}.${name}`);
      }
    });
    each("assignment", (one) => add(dotted(one.field("left")), dotted(one.field("right"))));
  }
  if (language === "go") {
    each("import_spec", (one) => add(field(one, "name"), moduleIn(field(one, "path"))?.split("/").at(-1)));
  }
  return aliases;
}

function field(node: SgNode | null | undefined, name: string): string | undefined {
  return node?.field(name)?.text();
}

/** Returns the name of a module without quotes and without `node:`. */
function moduleIn(text: string | undefined): string | undefined {
  return text && text.replaceAll(/^["'`](?:node:)?|["'`]$/g, "");
}

function dotted(node: SgNode | null): string | undefined {
  return node !== null && /^[\w$]+(?:\.[\w$]+)*$/.test(node.text()) ? node.text() : undefined;
}

function cpuTime(): number {
  const { user, system } = (process as Partial<Pick<NodeJS.Process, "threadCpuUsage">>).threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

function oneLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).replaceAll(/\s+/g, " ").slice(0, 200);
}

/** The program of the worker, which gets it as a text. */
export const syntaxWorkerSource: string = [
  toMatch,
  resolveName,
  readAliases,
  field,
  moduleIn,
  dotted,
  cpuTime,
  oneLine,
  runSyntaxWorker,
  `${runSyntaxWorker.name}();`,
].join("\n");
