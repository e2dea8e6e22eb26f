import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, type Expression } from "oxc-parser";
import { page, table } from "./markdown.ts";

const root = join(import.meta.dirname, "../../../..");
const notSources = ["**/gen/**", "**/test/**", "**/*.{test,bench,example,d}.ts"];

/**
 * Lists the numbers that bound or pace the product: each constant of a module that is a number or has numbers, if its name
 * or a doc comment says for what.
 */
export function limitReference(): string {
  const paths = globSync("{apps,packages}/*/src/**/*.ts", { cwd: root, exclude: notSources }).toSorted();
  const rows = Map.groupBy(paths.flatMap(limitsIn), ({ path }) => path.split("/src/")[0] ?? path);
  return page(
    "Limits",
    "Sizes, counts and times that are constants. [Configuration](configuration.md) and [server configuration](server-configuration.md) list those " +
      "that can be set.",
    ...Array.from(rows, ([home, limits]) => [
      `## ${home}`,
      table(
        ["constant", "value", "meaning", "file"],
        limits.map(({ name, value, meaning, path }) => [
          `\`${name}\``,
          value.toLocaleString("en", { maximumFractionDigits: 10 }),
          meaning,
          path.slice(home.length + "/src/".length),
        ]),
      ),
    ]).flat(),
  );
}

interface Limit {
  readonly name: string;
  readonly value: number;
  readonly meaning: string;
  readonly path: string;
}

function limitsIn(path: string): readonly Limit[] {
  const text = readFileSync(join(root, path), "utf8");
  if (!/^(?:export )?const [^=\n]+= [\d{]/m.test(text)) return [];
  const { program, comments } = parseSync(path, text);
  const meaningOf = (start: number): string => {
    const comment = comments.find(({ end, value }) => value.startsWith("*") && /^\n *$/.test(text.slice(end, start)));
    return (comment?.value ?? "*")
      .slice(1)
      .replaceAll(/(?:\s*\n\s*\*)+\s*/g, " ")
      .trim();
  };
  const limitsOf = (name: string, start: number, expression: Expression): readonly Limit[] => {
    if (expression.type === "TSAsExpression") return limitsOf(name, start, expression.expression);
    const meaning = meaningOf(start);
    const value = valueOf(expression);
    if (value !== undefined) return [{ name, value, meaning, path }];
    if (expression.type !== "ObjectExpression") return [];
    const inner = expression.properties.map((property) =>
      property.type === "Property" && property.key.type === "Identifier"
        ? limitsOf(`${name}.${property.key.name}`, property.start, property.value)
        : [],
    );
    // An object with other values, too, is a description of something.
    return inner.some(({ length }) => length !== 1)
      ? []
      : inner.flat().map((limit) => ({ ...limit, meaning: limit.meaning || meaning }));
  };
  return program.body.flatMap((statement) => {
    const declaration = statement.type === "ExportNamedDeclaration" ? statement.declaration : statement;
    if (declaration?.type !== "VariableDeclaration") return [];
    return declaration.declarations
      .flatMap(({ id, init }) => (id.type === "Identifier" && init !== null ? limitsOf(id.name, statement.start, init) : []))
      .filter(({ name, meaning }) => meaning !== "" || /^(?:max|min|default)[A-Z]|Defaults\./.test(name));
  });
}

/** Returns the value of an expression of numbers; undefined for others. */
function valueOf(expression: Expression): number | undefined {
  if (expression.type === "Literal") return typeof expression.value === "number" ? expression.value : undefined;
  if (expression.type !== "BinaryExpression" || expression.operator !== "*") return undefined;
  const [left, right] = [valueOf(expression.left), valueOf(expression.right)];
  return left === undefined || right === undefined ? undefined : left * right;
}
