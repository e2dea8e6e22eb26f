/** A file that a patch changes. */
export interface PatchedFile {
  readonly file: string;
  /** The lines that it adds. Empty for a file that is deleted or moved away. */
  readonly added: string;
  /** Whether `added` is the whole new file. */
  readonly isWhole: boolean;
}

/** Whether a text contains a patch in the format of `apply_patch`. */
export function containsPatch(text: string): boolean {
  return text.includes("*** Begin Patch") || /^\*\*\* (?:Add|Update|Delete) File: /m.test(text);
}

/**
 * Reads which files a patch changes, and the lines that it adds to each: the format of `apply_patch`, or a unified
 * diff. Deleted files and the old paths of moved files are in the result, without lines.
 */
export function readPatch(text: string): readonly PatchedFile[] {
  return containsPatch(text) ? readApplyPatch(text) : readUnifiedDiff(text);
}

interface OpenFile {
  file: string;
  readonly lines: string[];
  readonly isWhole: boolean;
}

function close(open: OpenFile | undefined, files: PatchedFile[]): undefined {
  if (open !== undefined) files.push({ file: open.file, added: open.lines.join("\n"), isWhole: open.isWhole });
}

const applyPatchHeader = /^\*\*\* (Add|Update|Delete) File: (.+?)\s*$/;

function readApplyPatch(text: string): readonly PatchedFile[] {
  const files: PatchedFile[] = [];
  let open: OpenFile | undefined;
  for (const line of text.split(/\r?\n/)) {
    const [, verb, file] = applyPatchHeader.exec(line.trimStart()) ?? [];
    const target = /^\*\*\* Move to: (.+?)\s*$/.exec(line.trimStart())?.[1];
    if (file !== undefined) {
      open = close(open, files);
      if (verb === "Delete") files.push({ file, added: "", isWhole: false });
      else open = { file, lines: [], isWhole: verb === "Add" };
    } else if (target !== undefined && open !== undefined) {
      files.push({ file: open.file, added: "", isWhole: false });
      open.file = target;
    } else if (/^\s*\*\*\* End Patch/.test(line)) open = close(open, files);
    else if (line.startsWith("+")) open?.lines.push(line.slice(1));
  }
  close(open, files);
  return files;
}

/** A file header is a line `---` followed by a line `+++`. One of them alone can be a removed or added line. */
function readUnifiedDiff(text: string): readonly PatchedFile[] {
  const files: PatchedFile[] = [];
  let open: OpenFile | undefined;
  let previous = "";
  for (const line of text.split(/\r?\n/)) {
    const before = /^--- ([^\t]*)/.exec(previous)?.[1];
    const after = /^\+\+\+ ([^\t]*)/.exec(line)?.[1];
    const renamed = /^rename from (.*)/.exec(line)?.[1];
    previous = line;
    if (before !== undefined && after !== undefined) {
      open = close(open, files);
      if (after === "/dev/null") files.push({ file: withoutPrefix(before), added: "", isWhole: false });
      else open = { file: withoutPrefix(after), lines: [], isWhole: before === "/dev/null" };
    } else if (renamed !== undefined) files.push({ file: renamed, added: "", isWhole: false });
    else if (line.startsWith("+")) open?.lines.push(line.slice(1));
  }
  close(open, files);
  return files.filter(({ file }) => file !== "");
}

/** Removes the prefix `a/` or `b/` of a path in a diff. */
function withoutPrefix(path: string): string {
  return path.trim().replace(/^[ab]\//, "");
}

/** Returns the new texts of SEARCH/REPLACE blocks, as Cline writes them. Undefined if there is none. */
export function readReplaceBlocks(diff: string): readonly string[] | undefined {
  const blocks = [...diff.matchAll(/^={7,}[^\n]*\n([\s\S]*?)^(?:>{7,}|\+{7,}) ?REPLACE/gm)].map(([, text]) =>
    (text ?? "").replace(/\r?\n$/, ""),
  );
  return blocks.length === 0 ? undefined : blocks;
}
