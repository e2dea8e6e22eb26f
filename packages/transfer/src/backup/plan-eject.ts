import { openRoot } from "@precept/files";
import { dialectsNamed } from "../select/dialects-named.ts";
import { requireLedger } from "../ledger/ledger-file.ts";
import { readState } from "./file-state.ts";
import { findOriginals, readJournal } from "./journal.ts";
import { byPath, forgetTools, stay, type RevertAction, type RevertOptions, type RevertPlan } from "./plan-revert.ts";
import { isNativePath } from "./restorable-path.ts";

/**
 * Plans to leave the exported files as ordinary files: Precept forgets them, and the native rules that have no other exported file are moved to the backup, so that no
 * text is there twice. Reads files and changes none.
 *
 * @throws PreceptError `TOOL_UNKNOWN`, `LEDGER_INVALID`.
 */
export function planEject(dir: string, { to }: RevertOptions = {}): RevertPlan {
  const root = openRoot(dir);
  const before = requireLedger(dir);
  const journal = readJournal(root);
  const tools = to === undefined ? undefined : dialectsNamed(to).map(({ id }) => id as string);
  const { ledger, affected, shared } = forgetTools(before, tools);
  const referenced = new Set([...ledger.values()].flatMap(({ rules }) => rules));
  const natives = new Set(affected.flatMap(([, { rules }]) => rules.filter((rule) => !referenced.has(rule))).map(getNativePath));
  const actions: RevertAction[] = [
    ...shared.map(([path, { targets }]) => stay(path, targets, "shared")),
    ...affected.map(([path, { targets, sections, link }]): RevertAction => {
      const removesMarkers = sections !== undefined && link === undefined;
      return { kind: "keep", path, targets, isEdited: false, ...(removesMarkers && { removesMarkers }) };
    }),
    ...[...natives].flatMap((path): readonly RevertAction[] =>
      isNativePath(path) && readState(root, path).kind === "file" ? [{ kind: "remove", path, targets: [], isEdited: false }] : [],
    ),
  ];
  return {
    by: "eject",
    actions: actions.toSorted(byPath),
    originals: findOriginals(journal),
    before,
    ledger,
    damaged: journal.damaged,
  };
}

/** The id of a native rule is its path in the project, after the scope. */
function getNativePath(id: string): string {
  return id.slice(id.indexOf(":") + 1);
}
