import { isDeepStrictEqual } from "node:util";
import { parsePolicies, toWirePolicy, type Policy } from "@precept/governance";
import { isMap, isScalar, isSeq, parseDocument, stringify, type Document } from "yaml";

/** Returns the text of a policy file with one policy. @param before the text that it replaces. Default: none. */
export function policyText(policy: Policy, before?: string): string {
  const after = toWirePolicy(policy);
  return (before === undefined ? undefined : changedText(before, after)) ?? stringify(after);
}

type Path = readonly (string | number)[];

/**
 * Changes a text where the policy differs from the one in it, so that comments, the order of keys and quotes stay.
 * Undefined if this is not possible, such as for a policy with older names of keys.
 */
function changedText(text: string, after: object): string | undefined {
  const [known, ...others] = parsePolicies(text).policies;
  const document = parseDocument(text, { logLevel: "error" });
  if (known === undefined || others.length > 0 || document.errors.length > 0) return undefined;
  change(document, pathOfPolicy(document), toWirePolicy(known.policy), after);
  const changed = document.toString({ lineWidth: 0 });
  const read = parsePolicies(changed).policies.map(({ policy }) => toWirePolicy(policy));
  return isDeepStrictEqual(read, [after]) ? changed : undefined;
}

/** The keys below which a file can have its policy. */
const wrapperKeys = ["rule", "policy", "rules", "policies"];

function pathOfPolicy({ contents }: Document): Path {
  const path: (string | number)[] = [];
  let node: unknown = contents;
  for (;;) {
    const current = node;
    const key = isMap(current) && !current.has("id") ? wrapperKeys.find((one) => current.has(one)) : undefined;
    if (isSeq(current)) path.push(0);
    else if (key !== undefined) path.push(key);
    else return path;
    node = isSeq(current) ? current.items[0] : isMap(current) ? current.get(key ?? "", true) : undefined;
  }
}

function change(document: Document, path: Path, before: unknown, after: unknown): void {
  if (isDeepStrictEqual(before, after)) return;
  const node: unknown = document.getIn(path, true);
  if (Array.isArray(before) && Array.isArray(after) && isSeq(node)) {
    // From the end, so that what is deleted does not move what follows.
    for (let at = Math.max(before.length, after.length) - 1; at >= 0; at -= 1)
      if (at < before.length) change(document, [...path, at], before[at], after[at]);
    for (const item of after.slice(before.length)) document.addIn(path, document.createNode(item));
  } else if (isRecord(before) && isRecord(after) && isMap(node)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      change(document, [...path, key], before[key], after[key]);
  } else if (after === undefined) document.deleteIn(path);
  // The scalar has the comment of its line, and its quotes.
  else if (isScalar(node) && (typeof after !== "object" || after === null)) node.value = after;
  else document.setIn(path, document.createNode(after));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
