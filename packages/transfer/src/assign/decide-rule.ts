import type { FidelityNote, Rule } from "@precept/core";
import type { Dialect } from "@precept/mdc-compat";
import { isSameText } from "../ledger/same-text.ts";
import { getJoinedPath } from "../print/output-path.ts";
import { changesMeaning, findNotes, withoutRepetition, type RuleOutput } from "../print/rule-output.ts";
import type { TargetReads } from "../read-back/target-reads.ts";
import { isFor } from "../select/tools.ts";
import type { Assignment, Decision } from "./assignment.ts";
import { findDirectoryOutputs, findOutputs } from "./find-outputs.ts";
import { findServing } from "./find-serving.ts";
import type { ExportRequest } from "./request.ts";

/** Decides what an export does with a rule for a target. Omits a rule that no file can hold, unless `lossy`. */
export function decideRule(assignment: Assignment, rule: Rule, target: Dialect, context: DecisionContext): Decision {
  const { outputs, ...decision } = chooseFiles(assignment, rule, target, context);
  if (outputs === undefined) return decision;
  // A link to a file with the rule, such as `web/AGENTS.md` to another tool's file, is read and never written.
  const isLinkToRule = ({ path }: RuleOutput): boolean =>
    assignment.project.links.has(path) && assignment.ruleFiles.of(rule).some((file) => file.path === path);
  const linked = outputs.filter(isLinkToRule).map(({ path }) => path);
  if (linked.length === 0) return { outputs, ...decision };
  const written = outputs.filter((output) => !isLinkToRule(output));
  return { ...decision, readIn: linked, ...(written.length > 0 && { outputs: written }) };
}

interface DecisionContext {
  readonly reads: TargetReads;
  /** Why the rule is not a skill. */
  readonly skillNotes: readonly FidelityNote[] | undefined;
}

function chooseFiles(assignment: Assignment, rule: Rule, target: Dialect, { reads, skillNotes = [] }: DecisionContext): Decision {
  const { request } = assignment;
  const serving = findServing(assignment, rule, target, reads);
  if (serving !== undefined) return serving;
  const outputs = findOutputs(assignment, rule, target);
  const shared = checkSharedFiles(rule, target, outputs, request);
  const changes = [...outputs.flatMap(findNotes).filter(changesMeaning), ...shared];
  if (changes.length === 0) {
    const isElsewhere = outputs.every((output) => isFileOfAnother(assignment, rule, output));
    return isElsewhere ? { readIn: outputs.map(({ path }) => path) } : { outputs, notes: outputs.flatMap(findNotes) };
  }
  const directories = findDirectoryOutputs(rule, target, request);
  const sharedBelow = checkSharedFiles(rule, target, directories.outputs, request);
  if (directories.outputs.length > 0 && sharedBelow.length === 0) {
    const conditions = describeConditions(directories.outputs, reads);
    return {
      outputs: directories.outputs,
      notes: [...directories.outputs.flatMap(findNotes), ...directories.notes, ...conditions],
    };
  }
  if (!request.lossy) return { notes: withoutRepetition([...changes, ...directories.notes, ...sharedBelow, ...skillNotes]) };
  const same = outputs.find(({ path }) => hasTextOfAnother(assignment, rule, path));
  if (same !== undefined) return { readIn: [same.path], notes: changes };
  return { outputs, notes: [...outputs.flatMap(findNotes), ...shared] };
}

/** Whether another rule's handwritten file has this rule's text. Taking over the file would end the other rule. */
function isFileOfAnother(assignment: Assignment, rule: Rule, { path, codec, rule: printed }: RuleOutput): boolean {
  const text = hasTextOfAnother(assignment, rule, path) ? assignment.request.readFile?.(path) : undefined;
  return text !== undefined && isSameText(codec.print(printed).text, text);
}

/** Whether a path is the file of another rule, written by hand, that has the same text. */
function hasTextOfAnother({ project }: Assignment, rule: Rule, path: string): boolean {
  const other = project.byOwnFile.get(path);
  return other !== undefined && other !== rule && isSameText(other.content, rule.content);
}

/** Returns a note for each file that another target would read too, although the rule is not for it. */
function checkSharedFiles(rule: Rule, target: Dialect, outputs: readonly RuleOutput[], { targets }: ExportRequest) {
  if (rule.targets.length === 0) return [];
  return outputs.flatMap(({ path }): readonly FidelityNote[] => {
    const file = path.slice(path.lastIndexOf("/") + 1);
    const others = targets.filter((other) => {
      const isRead = getJoinedPath(other, rule) === path || (other.output.nested && getJoinedPath(other) === file);
      return other !== target && !isFor(rule, other) && isRead;
    });
    if (others.length === 0) return [];
    const titles = others.map(({ title }) => title).join(" and ");
    return [{ field: "targets", kind: "meaning", message: `${titles} would also read the rule in ${path}.` }];
  });
}

/** Returns notes on files that the tool reads under a condition, such as only when it runs in their directory. */
function describeConditions(outputs: readonly RuleOutput[], reads: TargetReads): readonly FidelityNote[] {
  return outputs.flatMap(({ path }) => {
    const reason = reads.get(path)?.reason;
    return reason === undefined ? [] : [{ field: "globs", kind: "lost", message: `${path} is read ${reason}.` }];
  });
}
