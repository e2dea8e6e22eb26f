import { createFile, kindIn, messageOf, openRoot } from "@precept/files";
import { policiesDir } from "@precept/enforcement";
import { proposePolicies, type PolicyProposal, type UnusedSentence } from "@precept/lint";
import type { Rule } from "@precept/core";
import { findStoredRule } from "@precept/workspace";
import type { Call, CommandResult } from "../../define.ts";
import { tenantStoresOf } from "../../rules/tenant.ts";
import { asLines, count, printable, type Style } from "../../terminal/text.ts";
import { createDocument, printPolicy, type PolicySubject } from "./new-document.ts";

interface ProposeOptions {
  readonly write?: boolean;
  readonly only?: readonly string[];
}

/** A proposal whose policy is valid, with its text. */
interface ValidProposal {
  readonly proposal: PolicyProposal;
  readonly text: string;
  readonly path: string;
}

export async function proposeFromRules(call: Call<ProposeOptions>): Promise<CommandResult> {
  const { workspace, options, args } = call;
  const [name] = args;
  const rules = name === undefined ? await workspace.list() : [(await findStoredRule(tenantStoresOf(call), name)).stored.rule];
  const found = rules.map(proposePolicies);
  const chosen = found
    .flatMap(({ proposals }) => proposals)
    .filter(({ id }) => options.only === undefined || options.only.includes(id));
  const unused: UnusedSentence[] = found.flatMap((one) => one.unused);
  const valid: ValidProposal[] = [];
  for (const proposal of chosen) {
    const checked = await check(call, proposal);
    if (typeof checked === "string") unused.push({ ...proposal, reason: checked });
    else valid.push(checked);
  }
  const written = options.write === true ? await writeAll(call, valid) : [];
  const sentences = new Set([...valid.map(({ proposal }) => sentenceKey(proposal)), ...unused.map(sentenceKey)]).size;
  return {
    json: {
      sentences,
      proposals: valid.map(({ proposal, text, path }) => ({ ...toWire(proposal), id: proposal.id, path, text })),
      unused: unused.map((one) => ({ ...toWire(one), reason: one.reason })),
      written: written.map(({ path, linked }) => ({ path, linked })),
    },
    text: (style) =>
      options.write === true
        ? viewWritten(written, style)
        : viewProposals(valid, unused, { sentences, isDetailed: name !== undefined }, style),
  };
}

/** Validates a proposal as a policy, with its tests. @returns why it cannot be one, or its text. */
async function check({ workspace }: Call<ProposeOptions>, proposal: PolicyProposal): Promise<ValidProposal | string> {
  const { id, rule, sentence, suggestion, match, files, valid, invalid } = proposal;
  const path = `${policiesDir}/${id.toLowerCase()}.yaml`;
  if ((await workspace.policies.sourceOf(id)) !== undefined) return `the policy ${id} exists`;
  if (kindIn(openRoot(workspace.root), path, "entry") !== undefined) return `${path} exists`;
  const about: PolicySubject = match.kind === "text" ? { ...match, files } : match;
  const document = createDocument({
    id,
    severity: "LOW",
    mode: "shadow",
    message: `The rule ${rule.name} says: ${sentence}`.replaceAll(/[{}]/g, ""),
    ...(suggestion !== undefined && { suggestion }),
    about,
    examples: { valid, invalid },
  });
  const text = `# From the rule ${printable(rule.name)}, line ${proposal.line}. In shadow mode it reports, and has no effect.\n${printPolicy(document)}`;
  const { accepted, diagnostics } = await workspace.policies.validate(text);
  const problem = diagnostics.find(({ severity }) => severity === "error");
  return accepted.length === 0 ? `its policy is refused: ${problem?.message ?? "it is not valid"}` : { proposal, text, path };
}

interface Written extends ValidProposal {
  /** Whether the rule names the policy in `checks`. */
  readonly linked: boolean;
  readonly problem?: string;
}

/** Writes the policies, and lets their rules name them. */
async function writeAll(call: Call<ProposeOptions>, proposals: readonly ValidProposal[]): Promise<readonly Written[]> {
  const project = openRoot(call.workspace.root);
  const written: Written[] = [];
  for (const one of proposals) {
    if (!(await createFile(project, one.path, one.text))) continue;
    written.push({ ...one, ...(await link(call, one.proposal)) });
  }
  return written;
}

async function link(call: Call<ProposeOptions>, { rule, id }: PolicyProposal): Promise<Pick<Written, "linked" | "problem">> {
  try {
    const { store, stored } = await findStoredRule(tenantStoresOf(call), rule.id);
    if (!isNative(stored.rule)) return { linked: false, problem: "its file belongs to another tool" };
    await store.save({ ...stored.rule, checks: [...new Set([...stored.rule.checks, id])] }, { revision: stored.revision });
    return { linked: true };
  } catch (error) {
    return { linked: false, problem: messageOf(error) };
  }
}

function isNative({ origin: { dialect } }: Rule): boolean {
  return dialect === undefined || dialect === "precept";
}

function viewProposals(
  proposals: readonly ValidProposal[],
  unused: readonly UnusedSentence[],
  { sentences, isDetailed }: { readonly sentences: number; readonly isDetailed: boolean },
  style: Style,
): string {
  const head = `${count(sentences, "sentence")} of rules ${sentences === 1 ? "prohibits" : "prohibit"} something; ${count(proposals.length, "policy", "policies")} can find what they prohibit.`;
  const texts = proposals.map(({ text }) => text.split("\n").map(printable).join("\n"));
  const reasons = isDetailed
    ? unused.map(({ line, sentence, reason }) => `${style.dim(`line ${line}`)}  ${printable(sentence)}: ${printable(reason)}`)
    : [...Map.groupBy(unused, ({ reason }) => reason.replace(/`[^`]*`/g, "`…`"))].map(
        ([reason, all]) => `${String(all.length).padStart(5)}  ${printable(reason)}`,
      );
  const rest = unused.length === 0 ? [] : [style.dim("Not turned into policies:"), ...reasons];
  const next =
    proposals.length === 0
      ? []
      : ["", style.dim("--write creates these policies in shadow mode, and names them in `checks` of their rules.")];
  return `${asLines([head, ""])}${texts.join("---\n")}${asLines([...(texts.length === 0 ? [] : [""]), ...rest, ...next])}`;
}

function viewWritten(written: readonly Written[], style: Style): string {
  if (written.length === 0) return "Nothing was written: no sentence became a policy.\n";
  return asLines(
    written.map(({ path, proposal, linked, problem }) => {
      const rule = printable(proposal.rule.name);
      const what = linked ? `checks ${rule}` : `${style.yellow("not named in")} ${rule}: ${printable(problem ?? "")}`;
      return `${style.green("created")} ${printable(path)}  ${what}`;
    }),
  );
}

function sentenceKey({ rule, line, sentence }: Pick<UnusedSentence, "rule" | "line" | "sentence">): string {
  return `${rule.id}\0${line}\0${sentence}`;
}

function toWire({ rule, line, sentence }: Pick<UnusedSentence, "rule" | "line" | "sentence">) {
  return { rule: rule.name, rule_id: rule.id, line, sentence };
}
