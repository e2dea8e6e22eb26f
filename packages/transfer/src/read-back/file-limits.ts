import { isLonger, measureLength, type Rule } from "@precept/core";
import { dialects, type Dialect, type FormatSpec, type LimitSpec } from "@precept/mdc-compat";
import type { DraftFile } from "../print/compose-file.ts";
import { getJoinedPath } from "../print/output-path.ts";

/** A file that exceeds a size limit of a target or of Precept, alone or together with others. */
export interface LimitReport {
  readonly target: Dialect;
  readonly path: string;
  /** The length of the file, with the files that the limit also counts. */
  readonly length: number;
  /** Whether the limit also counts other files. */
  readonly countsOthers: boolean;
  readonly max: number;
  readonly unit: "characters" | "bytes";
  readonly description: string;
  /** What happens beyond the limit. A file is written although it exceeds an `advisory` limit. */
  readonly effect: LimitSpec["effect"];
  /** Whether the limit is for all tools of the file, because Precept has it. */
  readonly isForAll: boolean;
  /** The largest rules of the file with their lengths in `unit`, the largest first, at most three. */
  readonly largest: readonly { readonly rule: Rule; readonly length: number }[];
}

/** Lists the files that none of their tools would read whole, so that an export does not write them. */
export function findTooLong(limits: readonly LimitReport[], files: readonly DraftFile[]): ReadonlySet<string> {
  const binding = Map.groupBy(
    limits.filter(({ effect }) => effect !== "advisory"),
    ({ path }) => path,
  );
  const tooLong = files.filter(({ path, targets }) => {
    const reports = binding.get(path) ?? [];
    const isOver = (target: Dialect): boolean => reports.some((report) => report.isForAll || report.target === target);
    return reports.length > 0 && targets.every(isOver);
  });
  return new Set(tooLong.map(({ path }) => path));
}

/** Says what makes the file of a report shorter, as a sentence. */
export function adviseOnLimit({ target, path, largest }: LimitReport): string {
  const names = (rules: LimitReport["largest"]): string => rules.map(({ rule }) => `"${rule.name}"`).join(", ");
  const shorten = `Shorten ${largest.length === 0 ? "its rules" : names(largest)}`;
  const always = largest.filter(({ rule }) => rule.inclusion === "always");
  // A file with one rule gets no shorter if the rule applies less often.
  const isJoined = target.output.kind === "joined" && path.split("/").at(-1) === getJoinedPath(target)?.split("/").at(-1);
  if (!isJoined || always.length === 0) return `${shorten}, or pass --over-limit to write the file as it is.`;
  const limit = `limit ${names(always)} to files with \`inclusion: fileMatch\``;
  return `${shorten}, ${limit}, let the agent request them with \`inclusion: agentRequested\`, or pass --over-limit to write the file as it is.`;
}

/** The number of rules that a report names. */
const maxNamed = 3;

/** Finds files that are too long for targets or Precept. @param after text after the export; empty if none. */
export function checkFileLimits(files: readonly DraftFile[], after: (path: string) => string): readonly LimitReport[] {
  return files.flatMap((file) => [
    ...checkOwnLimit(file, after),
    ...file.targets.flatMap((target) => checkTarget(file, target, files, after)),
  ]);
}

/** Checks the size up to which Precept reads files of the format. */
function checkOwnLimit(file: DraftFile, after: (path: string) => string): readonly LimitReport[] {
  const [target] = file.targets;
  const { maxBytes } = file.codec;
  const description = `Precept reads files of up to ${maxBytes / 1024} KiB, so it could not read this one back.`;
  const limit: LimitSpec = { max: maxBytes, unit: "bytes", appliesTo: "eachFile", effect: "ignored", description };
  return target === undefined
    ? []
    : check(file, target, limit, [file.path], after).map((report) => ({ ...report, isForAll: true }));
}

function checkTarget(file: DraftFile, target: Dialect, files: readonly DraftFile[], after: (path: string) => string) {
  return findSpec(file, target).limits.flatMap((limit) => {
    if (limit.appliesTo === "eachFile") return check(file, target, limit, [file.path], after);
    const paths = listCounted(file, target, files);
    // The files of the parent directories alone exceed the limit: the report about them says enough.
    const others = paths.filter((path) => path !== file.path);
    if (target.output.kind === "joined" && measure(others, limit, after) > limit.max) return [];
    return check(file, target, limit, paths, after);
  });
}

function check(
  file: DraftFile,
  target: Dialect,
  { max, unit, description, effect }: LimitSpec,
  paths: readonly string[],
  after: (path: string) => string,
): readonly LimitReport[] {
  const [first] = paths;
  if (paths.length === 1 && first !== undefined && !isLonger(after(first), { max, unit })) return [];
  const length = measure(paths, { unit }, after);
  if (length <= max) return [];
  const largest = file.rules
    .map((rule) => ({ rule, length: measureLength(rule.content, unit) }))
    .toSorted((left, right) => right.length - left.length)
    .slice(0, maxNamed);
  return [
    {
      target,
      path: file.path,
      length,
      countsOthers: paths.length > 1,
      max,
      unit,
      description,
      effect: getEffect(target, effect),
      isForAll: false,
      largest,
    },
  ];
}

/** A file that many tools share has to fit each of them, so a limit of one of its readers is not only advisory. */
function getEffect({ id }: Dialect, effect: LimitSpec["effect"]): LimitSpec["effect"] {
  return id === "agents" && effect === "advisory" ? "truncated" : effect;
}

function measure(paths: readonly string[], { unit }: Pick<LimitSpec, "unit">, after: (path: string) => string): number {
  return paths.reduce((sum, path) => sum + measureLength(after(path), unit), 0);
}

/** The files that a limit counts together: of all parent directories for a joined file, else all of the format. */
function listCounted({ path, codec }: DraftFile, target: Dialect, files: readonly DraftFile[]): readonly string[] {
  const { output } = target;
  if (output.kind === "joined") return listFromRoot(path, output.file);
  return files.filter((file) => file.codec === codec && file.targets.includes(target)).map((file) => file.path);
}

/** Lists the paths of the file `name` in each directory from the root to the directory of `path`. */
function listFromRoot(path: string, name: string): readonly string[] {
  const dirs = path.slice(0, -name.length).split("/").slice(0, -1);
  return [name, ...dirs.map((_, at) => `${dirs.slice(0, at + 1).join("/")}/${name}`)];
}

/** Returns the spec that the target reads a file with. The same file can be a file for all rules of several targets. */
function findSpec({ path, codec, rules }: DraftFile, target: Dialect): FormatSpec {
  const isJoined = rules.some((rule) => getJoinedPath(target, rule) === path) || path.endsWith(`/${getJoinedPath(target)}`);
  return (isJoined ? undefined : specs.get(codec.id)) ?? target.output.spec;
}

const specs: ReadonlyMap<string, FormatSpec> = new Map(
  dialects.flatMap(({ formats }) => formats.map(({ codec, spec }) => [codec.id, spec] as const)),
);
