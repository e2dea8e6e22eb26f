import { toWireRule, type Rule } from "@precept/core";
import type { ReviewDecision } from "@precept/contract/values";
import { decideReview, findReviewItems, type ReviewItem, type TenantStores } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { editText } from "../../terminal/editor.ts";
import { canAsk } from "../../terminal/terminal.ts";
import { asLines, count, printable, styleFor } from "../../terminal/text.ts";
import { choicesFor, viewItem, viewItems, type Choice } from "./view.ts";

export interface ReviewOptions {
  readonly unused?: number;
}

/** A decision about an item. Undefined: none was made. */
interface DecidedItem {
  readonly item: ReviewItem;
  readonly decision: ReviewDecision | undefined;
  readonly rule: Rule;
}

export async function review(call: Call<ReviewOptions>): Promise<CommandResult> {
  const { settings, options, terminal } = call;
  const target = tenantStoresOf(call);
  const items = await findReviewItems(target, { now: now(), unusedFor: options.unused });
  if (settings.json || !canAsk(terminal) || items.length === 0) {
    return { json: { items: items.map(toWireItem) }, text: (style) => asLines(viewItems(items, style)) };
  }
  const decided = await askAll(target, items, call);
  const left = items.length - decided.filter(({ decision }) => decision !== undefined).length;
  return {
    json: undefined,
    text: () => `${count(items.length - left, "rule")} decided, ${left} left.\n`,
  };
}

/** Shows one item after the other, and carries out what the user decides. */
async function askAll(target: TenantStores, items: readonly ReviewItem[], call: Call): Promise<readonly DecidedItem[]> {
  const { terminal } = call;
  const style = styleFor(terminal);
  const decided: DecidedItem[] = [];
  for (const [at, item] of items.entries()) {
    // A merge can have decided about it.
    const current = (await findReviewItems(target, { now: now(), unusedFor: 0 })).find(({ key }) => key === item.key);
    if (current === undefined) continue;
    terminal.err(asLines(viewItem(current, { at, total: items.length }, style, terminal.columns)));
    const choice = await askChoice(choicesFor(current), call);
    if (choice === "quit") break;
    const decision = choice === "later" ? undefined : choice;
    const rule = decision === undefined ? current.rule : await decide(target, current, decision, call);
    decided.push({ item: current, decision, rule });
    terminal.err(`${style.green(decision === undefined ? "later" : pastOf[decision])} ${printable(rule.name)}\n\n`);
  }
  return decided;
}

const pastOf: Readonly<Record<ReviewDecision, string>> = {
  accept: "accepted",
  edit: "edited",
  merge: "merged",
  reject: "rejected",
};

async function askChoice(choices: readonly Choice[], { terminal }: Call): Promise<Choice> {
  const question = choices.map((choice) => `[${choice.charAt(0)}]${choice.slice(1)}`).join("  ");
  const ask = terminal.askKey ?? ((text: string) => terminal.askText(text));
  for (;;) {
    const key = (await ask(question)).trim().toLowerCase();
    const chosen = choices.find((choice) => choice.startsWith(key) && key !== "");
    if (chosen !== undefined) return chosen;
  }
}

async function decide(target: TenantStores, item: ReviewItem, decision: ReviewDecision, { terminal }: Call): Promise<Rule> {
  const { name, content } = item.rule;
  const written = decision === "edit" ? await editText(content, `${name}.md`, terminal) : undefined;
  return decideReview(target, item, decision, { now: now(), content: written?.trim() === "" ? undefined : written });
}

function toWireItem({ rule, similar, ...item }: ReviewItem) {
  return { ...item, rule: toWireRule(rule), similar: similar.map((one) => ({ ...one, rule: toWireRule(one.rule) })) };
}

function now(): string {
  return new Date().toISOString();
}
