import { parseNativeRule, printNativeRule, type Rule } from "@precept/core";
import type { Dialect } from "../model/dialect.ts";
import type { ExportAction } from "../export/plan.ts";
import { getNameKey } from "../export/name-key.ts";
import { convertImports } from "../references/convert-imports.ts";
import { spellReference } from "../references/reference-path.ts";
import { compareFields, getHead } from "./entry-fields.ts";
import { findAvailableName } from "./find-available-name.ts";
import type { PlanImportOptions, PlannedSource, SourceFile } from "./plan.ts";
import { getSafeStem, getStem } from "./source-name.ts";

/** Plans native rules for files of other tools that are not in the ledger. Gives each rule a name and a path of its own. */
export class NewRulePlanner {
  readonly #options: PlanImportOptions;
  readonly #names: Set<string>;
  readonly #paths = new Set<string>();
  /** Paths of all files with rules. */
  readonly #ruleFiles: ReadonlySet<string>;

  constructor(sources: readonly SourceFile[], options: PlanImportOptions) {
    this.#options = options;
    this.#ruleFiles = new Set([...sources.flatMap(({ rule }) => rule.origin.path ?? []), ...options.ledger.keys()]);
    this.#names = new Set([...options.natives.values()].map(getNameKey));
  }

  /** Creates a native rule from a file that is not in the ledger. */
  plan(source: SourceFile, path: string): PlannedSource {
    const { rule, dialect, format, file } = source;
    const name = this.#chooseName(source);
    const nativePath = this.#choosePath(source);
    const spell = (target: string): string | undefined => spellReference(target, rule.origin.base, nativePath);
    const { source: writtenSource, ...metadata } = rule.metadata;
    const native = {
      ...rule,
      // A key of other tools that is a field of native rules.
      ...(typeof writtenSource === "string" && rule.source === undefined && { source: writtenSource, metadata }),
      name,
      description: rule.description.trim() === "" ? (findHeading(rule) ?? name) : rule.description,
      content: convertImports(rule, (one) => this.#canReference(one), spell),
    };
    const { text } = printNativeRule(native);
    return {
      action: { ...this.#planFile(nativePath, text, dialect), sources: [path] },
      entry: {
        targets: [dialect.id],
        format,
        rules: [`project:${nativePath}`],
        sha256: file.sha256,
        ...getHead(file.text, rule.content),
        ...compareFields(rule, parseNativeRule({ text, path: nativePath, file: nativePath }).draft),
      },
    };
  }

  /** Whether a native reference can include the file. Rule files are not included: their rules apply on their own. */
  #canReference(path: string): boolean {
    return !this.#ruleFiles.has(path) && typeof this.#options.getExisting(path) === "object";
  }

  #planFile(path: string, after: string, dialect: Dialect): ExportAction {
    const found = this.#options.getExisting(path);
    const shared = { path, targets: [dialect.id], rules: [`project:${path}`], after };
    if (found === undefined) return { kind: "create", ...shared };
    if (found === "unusable") return { kind: "blocked", ...shared, reason: "unusable" };
    const before = { before: found.text, beforeSha256: found.sha256 };
    if (found.text === after) return { kind: "unchanged", ...shared, ...before };
    return { kind: "blocked", ...shared, ...before, reason: "foreign" };
  }

  /** Chooses a name that no native rule of the directory has: the rule's own name if possible, else one derived from its path. */
  #chooseName({ rule, inRoot, dialect }: SourceFile): string {
    const fromPath = getStem(inRoot).replaceAll("/", "-");
    const own = rule.origin.label === true ? getStem(rule.name) : rule.name;
    const name = findAvailableName(
      [own, fromPath, `${fromPath}-${dialect.id}`],
      (candidate) => this.#names.has(getNameKey({ ...rule, name: candidate })),
      this.#names.size,
    );
    this.#names.add(getNameKey({ ...rule, name }));
    return name;
  }

  #choosePath({ rule, inRoot, dialect }: SourceFile): string {
    const { base } = rule.origin;
    const dir = `${base === undefined ? "" : `${base}/`}.precept/rules`;
    const { natives } = this.#options;
    const stem = getSafeStem(inRoot);
    const getPath = (candidate: string): string => `${dir}/${candidate}.md`;
    const available = findAvailableName(
      [stem, `${stem}-${dialect.id}`],
      (candidate) => this.#paths.has(getPath(candidate).toLowerCase()) || natives.has(`project:${getPath(candidate)}`),
      this.#paths.size + natives.size,
    );
    this.#paths.add(getPath(available).toLowerCase());
    return getPath(available);
  }
}

/** Returns the first heading of the content, the description of an imported rule that has none. */
function findHeading({ content }: Rule): string | undefined {
  return /^#{1,6}[ \t]+(.*\S)/m.exec(content)?.[1]?.replace(/[ \t]+#+$/, "");
}
