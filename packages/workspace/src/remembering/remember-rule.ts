import type { RuleAuthor } from "@precept/contract/values";
import {
  createRule,
  defaultInclusion,
  PreceptError,
  scopeTable,
  withoutUndefined,
  type Cancellable,
  type Rule,
  type RuleStore,
  type Scope,
  type StoredRule,
} from "@precept/core";
import { assertNameIsFree, buildNewRule, saveNewRule, type AddedRule, type AddRuleOptions } from "../editing/add-rule.ts";
import { chooseTenantStore, storeKindOf } from "../editing/choose-store.ts";
import { findStoredRule, storeOfRule, type FoundRule, type TenantStores } from "../editing/find-stored-rule.ts";
import { checkRuleName } from "../editing/rule-name.ts";
import { assertHasLength, assertHasNoSecret } from "./check-text.ts";
import { inTurn } from "./in-turn.ts";
import { nameFromText } from "./name-from-text.ts";
import { findSame, findSimilar } from "./similar-rules.ts";

/** A rule to remember. Without a name, it is named after its first words. */
export type RememberedRule = Omit<AddedRule, "name" | "content" | "replaces"> &
  Pick<Rule, "content"> & { readonly name?: string };

export interface RememberOptions extends AddRuleOptions {
  /** Who writes the rule. */
  readonly author: RuleAuthor;
  /** The names or the ids of the rules that the new one supersedes. */
  readonly replaces?: readonly string[] | undefined;
  /** Throws if the caller may not write the rule that is replaced. */
  readonly assertMayWrite?: (rule: Rule) => void;
  /** Whether to save the rule although it is similar to another one or contains a secret. Only a person can force it. */
  readonly force?: boolean | undefined;
}

/**
 * `saved`: the rule is new. `known`: a rule has this text already; nothing was written. `updated`: the author's own rule
 * has the new text.
 */
export interface Remembered {
  readonly outcome: "saved" | "known" | "updated";
  readonly stored: StoredRule;
}

/** Errors of `rememberRule` about the text. Other texts can still be remembered. */
const refusals = ["RULE_SIMILAR", "RULE_HAS_SECRET", "RULE_INVALID"] as const;

/** Whether an error of `rememberRule` is about the text, so that a caller can remember its other texts. */
export function isRefusedRule(error: unknown): error is PreceptError {
  return refusals.some((code) => PreceptError.is(error, code));
}

/** How many names are tried if other processes take those that are made from the text. */
const maxAttempts = 5;

/**
 * Remembers a rule for a tenant: the one function by which users, programs and agents add rules. A text that a rule has
 * already is not saved again. A rule that nearly repeats or seems to contradict another one, or that contains a secret,
 * is refused unless a person forces it.
 *
 * What an agent stores waits for the approval of a person, unless the settings say otherwise, and is `relevant` by
 * default. A rule of its session, which ends with it, applies immediately. An agent cannot give a rule absolute authority. With `replaces`, it updates its own rule
 * that still waits, or proposes the replacement of another one.
 *
 * The rule is stored in the database if there is one, else in a file.
 *
 * @throws PreceptError `RULE_SIMILAR`, `RULE_HAS_SECRET`, `RULE_NEEDS_PERSON`; `RULE_NAME_INVALID`, `RULE_EXISTS`,
 *   `RULE_INVALID`; `RULE_NOT_FOUND` or `RULE_AMBIGUOUS` for `replaces`; `SCOPE_UNSUPPORTED`, `STORE_UNSUITABLE` or
 *   `USER_UNSUITABLE` if no store accepts the rule.
 *
 * @example
 * ```ts
 * import { openWorkspace, rememberRule } from "@precept/workspace";
 *
 * await using workspace = await openWorkspace(".");
 * const rule = { content: "Store amounts in cents.", scope: "project" } as const;
 * const { outcome, stored } = await workspace.withStores({}, (stores) =>
 *   rememberRule({ workspace, tenant: {}, stores }, rule, { author: "agent" }),
 * );
 * console.log(outcome, stored.rule.pending); // saved true
 * ```
 */
export async function rememberRule(target: TenantStores, rule: RememberedRule, options: RememberOptions): Promise<Remembered> {
  if (rule.name !== undefined) checkRuleName(rule.name, options.isReferable);
  if (options.author === "agent" && rule.authority === "absolute") {
    throw new PreceptError("RULE_NEEDS_PERSON", { action: "give a rule absolute authority" });
  }
  return inTurn(target.workspace, async () => {
    const { author, replaces = [], session } = options;
    const replaced: FoundRule[] = [];
    for (const reference of replaces) replaced.push(await findReplaced(target, reference, options));
    const [first] = replaced;
    const isUpdate = author === "agent" && first !== undefined && isOwn(first.stored.rule, { source: rule.source, session });
    const rules = replaced.map(({ stored }) => stored.rule);
    return isUpdate ? updateOwn(target, first, rule, options) : addNew(target, rule, options, rules);
  });
}

/**
 * Deletes a rule for the agent that added it.
 *
 * @param assertMayWrite throws if the caller may not write the rule for another reason.
 * @throws PreceptError `RULE_NEEDS_PERSON` if a person or another program added it, or a person has accepted it;
 *   `RULE_NOT_FOUND`, `RULE_AMBIGUOUS`, `RULE_CONFLICT`.
 */
export async function forgetOwnRule(
  target: TenantStores,
  reference: string,
  by: AgentSource & Cancellable,
  assertMayWrite: (rule: Rule) => void = () => undefined,
): Promise<Rule> {
  const { store, stored } = await findVisible(target, reference, by.session);
  assertMayWrite(stored.rule);
  if (!isOwn(stored.rule, by)) throw new PreceptError("RULE_NEEDS_PERSON", { action: `delete the rule "${stored.rule.name}"` });
  await store.delete(stored.rule.id, { revision: stored.revision, ...withoutUndefined({ signal: by.signal }) });
  return stored.rule;
}

/**
 * Finds a rule that a new one of a session, or of none, can replace: one that the tenant and the session see.
 *
 * @throws PreceptError `RULE_NOT_FOUND`, `RULE_AMBIGUOUS`
 */
export async function findVisible(target: TenantStores, reference: string, session: string | undefined): Promise<FoundRule> {
  const found = await findStoredRule(target, reference);
  const { origin } = found.stored.rule;
  if (origin.session === undefined || origin.session === session) return found;
  throw new PreceptError("RULE_NOT_FOUND", { name: reference, known: [] });
}

async function findReplaced(target: TenantStores, reference: string, options: RememberOptions): Promise<FoundRule> {
  const { author, session, assertMayWrite } = options;
  const found = await findVisible(target, reference, session);
  assertMayWrite?.(found.stored.rule);
  const { authority, name } = found.stored.rule;
  if (author === "agent" && authority === "absolute") {
    throw new PreceptError("RULE_NEEDS_PERSON", { action: `replace "${name}", which has absolute authority` });
  }
  return found;
}

/** How an agent adds rules. */
export interface AgentSource {
  /** The `source` of its rules, such as `mcp`. */
  readonly source: string | undefined;
  readonly session?: string | undefined;
}

/** Whether an agent may change or delete a rule: it added it, and no person has accepted it; or its session has it. */
function isOwn({ pending, source, origin }: Rule, by: AgentSource): boolean {
  return source !== undefined && source === by.source && (origin.session === undefined ? pending : origin.session === by.session);
}

async function updateOwn(
  target: TenantStores,
  { store, stored }: FoundRule,
  rule: RememberedRule,
  options: RememberOptions,
): Promise<Remembered> {
  const { name, scope } = stored.rule;
  const changed = createRule({ ...stored.rule, ...rule, name, scope });
  const { session, reason, signal } = options;
  const { current } = await listVisible(target, session);
  assertMayBeSaved(
    changed,
    current.filter(({ id }) => id !== changed.id),
    options,
  );
  const saved = await store.save(changed, { revision: stored.revision, ...withoutUndefined({ reason, signal }) });
  return { outcome: "updated", stored: saved };
}

async function addNew(
  target: TenantStores,
  { name: chosen, ...fields }: RememberedRule,
  options: RememberOptions,
  replaced: readonly Rule[],
): Promise<Remembered> {
  const { tenant } = target;
  const { session, reason, signal } = options;
  const store = chooseStore(target, fields.scope, options, replaced);
  const replaces = replaced.map(({ id }) => id);
  for (let attempt = 1; ; attempt += 1) {
    const visible = await listVisible(target, session);
    const taken = new Set(visible.all.flatMap((one) => (one.scope === fields.scope ? [one.name] : [])));
    const name = chosen ?? nameFromText(fields.content, (one) => taken.has(one));
    const rule = buildNewRule({ ...complete(target, name, fields, options), replaces }, store, target, session);
    const same = findSame(rule, visible.current, { tenant, session });
    if (same !== undefined && !replaces.includes(same.id)) return { outcome: "known", stored: await readStored(target, same) };
    if (chosen !== undefined) await assertNameIsFree(target, rule, session);
    assertMayBeSaved(rule, visible.current, options);
    try {
      const stored = await saveNewRule(target, store, rule, withoutUndefined({ reason, signal }));
      return { outcome: "saved", stored };
    } catch (error) {
      const isTaken = PreceptError.is(error, "RULE_EXISTS") || PreceptError.is(error, "RULE_CONFLICT");
      if (!isTaken || chosen !== undefined || attempt === maxAttempts) throw error;
      // Another process took the name. It may have saved the same text.
      await store.reload();
    }
  }
}

/** A replacement is in the store of the rule that it replaces: rules of other stores are not superseded. */
function chooseStore(target: TenantStores, scope: Scope, { kind }: RememberOptions, [replaced]: readonly Rule[]): RuleStore {
  const ofReplaced = replaced?.scope === scope ? storeKindOf({ id: replaced.origin.store }) : undefined;
  const database = target.stores.map(storeKindOf).find((one) => one === "sqlite" || one === "postgres");
  const usual = scopeTable[scope].isPersistent ? database : undefined;
  return chooseTenantStore(target, scope, kind ?? ofReplaced ?? usual);
}

/** Fills in what the author of a rule decides. */
function complete(
  { workspace }: TenantStores,
  name: string,
  fields: Omit<RememberedRule, "name">,
  { author }: RememberOptions,
): AddedRule {
  const { globs = [], scope } = fields;
  const isStoredByAgent = author === "agent" && scopeTable[scope].isPersistent;
  const usual = isStoredByAgent && globs.length === 0 ? "relevant" : defaultInclusion(globs);
  return {
    ...fields,
    name,
    inclusion: fields.inclusion ?? usual,
    ...(isStoredByAgent && { pending: fields.pending === true || workspace.settings.memory.requiresApproval }),
  };
}

interface VisibleRules {
  /** All rules that the tenant and the session see. */
  readonly all: readonly Rule[];
  /** Those that no other rule supersedes. */
  readonly current: readonly Rule[];
}

async function listVisible({ workspace, tenant }: TenantStores, session: string | undefined): Promise<VisibleRules> {
  const isSeen = ({ origin }: Rule): boolean => origin.session === undefined || origin.session === session;
  const all = (await workspace.list({ tenant })).filter(isSeen);
  const superseded = new Set(await workspace.list({ tenant, status: ["superseded"] }));
  return { all, current: superseded.size === 0 ? all : all.filter((rule) => !superseded.has(rule)) };
}

/** @throws PreceptError `RULE_INVALID`, `RULE_HAS_SECRET`, `RULE_SIMILAR` */
function assertMayBeSaved(rule: Rule, current: readonly Rule[], { author, force = false }: RememberOptions): void {
  assertHasLength(rule);
  if (force && author === "person") return;
  assertHasNoSecret(rule);
  const similar = findSimilar(
    rule,
    current.filter(({ enabled }) => enabled),
  );
  if (similar.length > 0) throw new PreceptError("RULE_SIMILAR", { name: rule.name, similar });
}

async function readStored({ stores, tenant }: TenantStores, rule: Rule): Promise<StoredRule> {
  const stored = await storeOfRule(stores, rule).get(rule.id, { tenant });
  if (stored === undefined)
    throw new PreceptError("RULE_CONFLICT", {
      id: rule.id,
      expected: rule.origin.sha256 ?? String(rule.version),
      actual: "none",
    });
  return stored;
}
