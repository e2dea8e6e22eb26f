import { parseSync, Visitor, type Comment } from "oxc-parser";
import { blank, blankCodeSpans, type Segment } from "./segments.ts";

/** A node in a position that declares names: an identifier or a pattern. */
interface Declared {
  readonly type: string;
  readonly start: number;
}

/**
 * Returns the names that a TypeScript file declares, its comments, and its string literals that are prose (that have white space). Names that are
 * only used are checked where they are declared.
 *
 * @throws if the file has a syntax error.
 */
export function typescriptSegments(path: string, source: string): readonly Segment[] {
  const { program, comments, errors } = parseSync(path, source);
  if (errors[0] !== undefined) throw new Error(`${path}: ${errors[0].message}`);
  return [...declaredNames(program), ...commentTexts(source, comments), ...proseLiterals(program, source)];
}

function declaredNames(program: Parameters<Visitor["visit"]>[0]): readonly Segment[] {
  const segments: Segment[] = [];
  const add = (node: Declared | null | undefined): void => {
    if (node === null || node === undefined) return;
    if (node.type === "Identifier" || node.type === "PrivateIdentifier") {
      segments.push({ kind: "name", text: (node as Declared & { readonly name: string }).name, offset: node.start });
      return;
    }
    for (const inner of bindingsOf(node)) add(inner);
  };
  const addId = ({ id }: { readonly id: Declared | null }): void => add(id);
  const addKey = ({ key, computed }: { readonly key: Declared; readonly computed: boolean }): void => {
    if (!computed) add(key);
  };
  const addParams = ({ params }: { readonly params: readonly Declared[] }): void => params.forEach(add);
  const addFunction = (node: { readonly id: Declared | null; readonly params: readonly Declared[] }): void => {
    addId(node);
    addParams(node);
  };
  new Visitor({
    VariableDeclarator: addId,
    FunctionDeclaration: addFunction,
    FunctionExpression: addFunction,
    TSDeclareFunction: addFunction,
    ArrowFunctionExpression: addParams,
    TSFunctionType: addParams,
    ClassDeclaration: addId,
    ClassExpression: addId,
    TSTypeAliasDeclaration: addId,
    TSInterfaceDeclaration: addId,
    TSTypeParameter: ({ name }) => add(name),
    TSNamedTupleMember: ({ label }) => add(label),
    TSPropertySignature: addKey,
    TSMethodSignature: (node) => {
      addKey(node);
      addParams(node);
    },
    PropertyDefinition: addKey,
    MethodDefinition: addKey,
    CatchClause: ({ param }) => add(param),
    ObjectExpression: ({ properties }) => {
      for (const property of properties) if (property.type === "Property" && !property.shorthand) addKey(property);
    },
    ImportSpecifier: ({ imported, local }) => {
      if (imported.type !== "Identifier" || imported.name !== local.name) add(local);
    },
    ImportDefaultSpecifier: ({ local }) => add(local),
    ImportNamespaceSpecifier: ({ local }) => add(local),
  }).visit(program);
  return segments;
}

/** Returns the names that a destructuring pattern binds under a new name. Other names are declared by the destructured type. */
function bindingsOf(node: Declared): readonly (Declared | null)[] {
  const pattern = node as Declared & {
    readonly properties?: readonly (Declared & {
      readonly value?: Declared & { readonly name?: string };
      readonly shorthand?: boolean;
    })[];
    readonly elements?: readonly (Declared | null)[];
    readonly left?: Declared;
    readonly argument?: Declared;
  };
  switch (pattern.type) {
    case "ObjectPattern":
      return (pattern.properties ?? []).map((property) =>
        property.shorthand === true ? null : property.type === "RestElement" ? property : (property.value ?? null),
      );
    case "ArrayPattern":
      return pattern.elements ?? [];
    case "AssignmentPattern":
      return [pattern.left ?? null];
    case "RestElement":
      return [pattern.argument ?? null];
    default:
      return [];
  }
}

/** Comments on consecutive lines are one text, since a phrase may go over the end of a line. */
function commentTexts(source: string, comments: readonly Comment[]): readonly Segment[] {
  const segments: { start: number; end: number }[] = [];
  for (const { type, start, end } of comments) {
    const previous = segments.at(-1);
    if (type === "Line" && previous !== undefined && /^\s*$/.test(source.slice(previous.end, start))) previous.end = end;
    else segments.push({ start, end });
  }
  return segments.map(({ start, end }) => ({
    kind: "text",
    text: blankCodeSpans(blank(source.slice(start, end), /^\s*(?:\/\/|\/\*+|\*\/?)/gm)),
    offset: start,
  }));
}

/** String literals and templates that are prose: that have at least two words. */
function proseLiterals(program: Parameters<Visitor["visit"]>[0], source: string): readonly Segment[] {
  const segments: Segment[] = [];
  const add = (text: string, offset: number): void => {
    const unescaped = blank(text, /\\[nrt]/g);
    if (/\w.*\s.*\w/s.test(unescaped)) segments.push({ kind: "text", text: blankCodeSpans(unescaped), offset });
  };
  new Visitor({
    Literal: ({ value, start, end }) => {
      if (typeof value === "string") add(source.slice(start + 1, end - 1), start + 1);
    },
    TemplateLiteral: ({ expressions, start, end }) => {
      let text = source.slice(start + 1, end - 1);
      for (const { start: from, end: to } of expressions) {
        text = text.slice(0, from - start - 1) + "|".repeat(to - from) + text.slice(to - start - 1);
      }
      add(text, start + 1);
    },
  }).visit(program);
  return segments;
}
