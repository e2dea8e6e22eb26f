import type { Rule } from "@precept/core";
import {
  isRefusedRule,
  locationOf,
  rememberRule,
  type RememberedRule,
  type RememberOptions,
  type TenantStores,
} from "@precept/workspace";
import { printable, type Style } from "../terminal/text.ts";

/** The outcomes of remembering several texts. */
export interface ManyRemembered {
  readonly saved: readonly Rule[];
  /** Texts that a rule has already, with its name. */
  readonly known: readonly { readonly content: string; readonly name: string }[];
  /** Texts that were not saved: they are similar to a rule, contain a secret or make no valid rule. */
  readonly leftOut: readonly { readonly content: string; readonly reason: string }[];
}

/** Remembers rules one after the other. One that is refused does not stop the others. Throws what else `rememberRule` throws. */
export async function rememberMany(
  target: TenantStores,
  rules: Iterable<RememberedRule>,
  options: RememberOptions,
): Promise<ManyRemembered> {
  const saved: Rule[] = [];
  const known: ManyRemembered["known"][number][] = [];
  const leftOut: ManyRemembered["leftOut"][number][] = [];
  for (const rule of rules) {
    const { content } = rule;
    try {
      const { outcome, stored } = await rememberRule(target, rule, options);
      if (outcome === "known") known.push({ content, name: stored.rule.name });
      else saved.push(stored.rule);
    } catch (error) {
      if (!isRefusedRule(error)) throw error;
      leftOut.push({ content, reason: error.message });
    }
  }
  return { saved, known, leftOut };
}

/** The rules that were saved, and the texts that were left out with the reasons, in lines. */
export function listRemembered({ saved, leftOut }: Omit<ManyRemembered, "known">, style: Style): readonly string[] {
  return [
    ...saved.map((rule) => `${style.green(printable(rule.name))}  ${style.dim(printable(locationOf(rule)))}`),
    ...leftOut.flatMap(({ content, reason }) => [
      `${style.yellow("left out")} ${firstLineOf(content)}`,
      `  ${printable(reason)}`,
    ]),
  ];
}

export function firstLineOf(text: string): string {
  return printable(text.split("\n")[0] ?? "");
}
