import { isRecord, readYamlTree, type Diagnostic, type SourceLocation, type YamlTree } from "@precept/core";
import type * as z from "zod/mini";
import { report } from "../diagnostic-catalogue.ts";

/** A validated YAML file, or why it is not valid. */
export interface ReadDocument<Value> {
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly locate: (path: readonly PropertyKey[]) => SourceLocation;
}

/** Parses and validates a YAML file. @param file as diagnostics show it. */
export function readDocument<Schema extends z.ZodMiniType>(
  text: string,
  file: string,
  schema: Schema,
): ReadDocument<z.infer<Schema>> {
  const tree = readYamlTree(text, file);
  if (!("value" in tree)) {
    const diagnostics = tree.map(({ location, message }) =>
      report("eval/yaml", location, `Invalid YAML: ${message.replace(/\.$/, "")}.`),
    );
    return { value: undefined, diagnostics, locate: () => ({ file }) };
  }
  const result = schema.safeParse(tree.value ?? {});
  if (result.success) return { value: result.data, diagnostics: [], locate: (path) => tree.locate(path) };
  const diagnostics = result.error.issues.flatMap(issuesOf).flatMap((issue) => describe(issue, tree));
  return { value: undefined, diagnostics, locate: (path) => tree.locate(path) };
}

type Issue = z.core.$ZodIssue;

/** The issues of the member of a union that fits best. */
function issuesOf(issue: Issue): readonly Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const [inner] = issue.errors.toSorted((left, right) => left.length - right.length);
  if (inner === undefined || inner.some(({ path }) => path.length === 0)) return [issue];
  return inner.flatMap((one) => issuesOf({ ...one, path: [...issue.path, ...one.path] }));
}

function describe(issue: Issue, tree: YamlTree): readonly Diagnostic[] {
  const { path } = issue;
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => {
      const section = path.length === 0 ? "" : ` in \`${path.join(".")}\``;
      return report("eval/unknown-key", tree.locateKey([...path, key]), `Unknown key "${key}"${section}.`);
    });
  }
  const name = path.join(".");
  if (name === "") return [report("eval/invalid", tree.locate([]), `A case ${issue.message}.`)];
  const isMissing =
    path.reduce<unknown>(
      (node, key) => (isRecord(node) ? node[String(key)] : (node as unknown[] | undefined)?.[Number(key)]),
      tree.value,
    ) === undefined;
  return [report("eval/invalid", tree.locate(path), isMissing ? `\`${name}\` is missing.` : `\`${name}\` ${issue.message}.`)];
}
