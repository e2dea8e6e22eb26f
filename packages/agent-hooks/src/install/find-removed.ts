import { hosts } from "@precept/mdc-compat/hooks";
import { messageOf, readFileInSync } from "@precept/files";
import { hostIds } from "../host-ids.ts";
import { ledgerName, type InstallTarget } from "./install-target.ts";
import { readLedger } from "./ledger.ts";

/** In bytes. Larger settings are not searched. */
const maxBytes = 1_048_576;
/** Files beside the installed one in which a host can turn all hooks off. */
const localSettings = [".claude/settings.local.json"];
const offSwitch = /"disableAllHooks"\s*:\s*true/;

/**
 * Describes the hooks that an install added to a project or to a user's files and that are no longer there, or are
 * turned off. It compares texts, so that it can run in a hook.
 */
export function findRemovedGuards(target: InstallTarget): readonly string[] {
  let files;
  try {
    ({ files } = readLedger(target.ledgerRoot, `${target.ledgerDir}/${ledgerName}`));
  } catch (error) {
    return [messageOf(error)];
  }
  const texts = new Map<string, string>();
  const textOf = (path: string): string => {
    const content = readFileInSync(target.root, path, { maxBytes, links: "inside" });
    return content.kind === "bytes" ? content.bytes.toString("utf8") : "";
  };
  for (const path of [...Object.keys(files), ...localSettings]) texts.set(path, textOf(path));
  const off = [...texts].flatMap(([path, text]) =>
    offSwitch.test(text) ? [`${path} turns all hooks off (\`disableAllHooks\`).`] : [],
  );
  const removed = hostIds.flatMap((host) => {
    const paths = Object.keys(files).filter((path) => files[path]?.installs.includes(`${host}:hooks`));
    if (paths.length === 0 || paths.some((path) => /\bhook\b/.test(texts.get(path) ?? ""))) return [];
    return [`The hooks of ${hosts[host].title} were removed from ${paths.join(", ")}. Repeat \`precept install ${host}\`.`];
  });
  return [...off, ...removed];
}
