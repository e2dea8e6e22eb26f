import { join } from "node:path";
import type { Diagnostic } from "@precept/core";
import { existsAt } from "@precept/files";
import { peers, type RuleSource } from "@precept/mdc-compat";
import type { ImportNote, PresentFiles, SourceFile } from "@precept/transfer";

export interface PeerReviews {
  /** Why rule files are not imported, by path. */
  readonly excluded: ReadonlyMap<string, string>;
  readonly notes: readonly ImportNote[];
}

interface ReviewOptions {
  /** What was reported about the files of all sources. */
  readonly diagnostics: readonly Diagnostic[];
  readonly root: string;
  readonly present: PresentFiles;
  /** Whether the ledger has a file. Its notes were shown when it was imported. */
  readonly isManaged: (path: string) => boolean;
}

/** Says how to import the rules of peers, for an import that names no tools. `managed`: the paths in the ledger. */
export function findPeerHints(root: string, managed: Iterable<string>): readonly ImportNote[] {
  const imported = [...managed];
  return peers.flatMap(({ id, title, formats: [{ locations }] }) => {
    const [{ dir, requires = dir }] = locations;
    const isThere = [dir, requires].every((path) => existsAt(join(root, path)));
    if (!isThere || imported.some((path) => path.startsWith(`${dir}/`))) return [];
    return { path: dir, message: `These are rules of ${title}. \`precept import --from ${id}\` imports them.` };
  });
}

/** Lists what an import does not carry over from the peers among the sources: settings, other files, keys of rules. */
export async function reviewPeers(
  chosen: readonly RuleSource[],
  sources: readonly SourceFile[],
  { root, present, isManaged, diagnostics }: ReviewOptions,
): Promise<PeerReviews> {
  const excluded = new Map<string, string>();
  const notes: ImportNote[] = [];
  for (const peer of peers.filter((one) => chosen.includes(one))) {
    for (const path of peer.configurations) {
      const text = present.textAt(path);
      if (text !== undefined) for (const message of await peer.describeConfiguration(text)) notes.push({ path, message });
    }
    for (const [path, what] of Object.entries(peer.others))
      if (existsAt(join(root, path))) notes.push({ path, message: `Only rules are imported, and not its ${what}.` });
    const own = sources.filter(({ dialect }) => dialect === peer);
    const paths = new Set(own.map(({ rule }) => rule.origin.path));
    for (const { rule, file } of own) {
      const { path = "" } = rule.origin;
      const review = peer.review?.({ text: file.text, path, hasRule: (one) => paths.has(one) });
      if (review?.excluded !== undefined) excluded.set(path, review.excluded);
      else if (!isManaged(path)) {
        for (const message of review?.notes ?? []) notes.push({ path, message });
        for (const { message, hint } of diagnostics.filter((one) => one.file === path))
          notes.push({ path, message: hint === undefined ? message : `${message} ${hint}` });
      }
    }
  }
  return { excluded, notes };
}
