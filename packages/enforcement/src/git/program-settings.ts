/**
 * All settings that git's documentation (`git help config` and the pages of its commands) describes as a program, a
 * directory of programs, or a remote for missing objects, each with a value that turns it off. `<…>` is a user-defined
 * name.
 */
export const programSettings: Readonly<Record<string, string>> = {
  "alias.<name>": "",
  "browser.<tool>.cmd": "",
  "browser.<tool>.path": "",
  "core.alternateRefsCommand": "",
  "core.askPass": "",
  "core.editor": ":",
  "core.fsmonitor": "false",
  "core.gitProxy": "",
  "core.hooksPath": "/dev/null",
  "core.pager": "cat",
  "core.sshCommand": "false",
  "credential.<url>.helper": "",
  "credential.helper": "",
  "diff.<driver>.command": "",
  "diff.<driver>.textconv": "",
  "diff.external": "",
  "difftool.<tool>.cmd": "",
  "difftool.<tool>.path": "",
  "extensions.partialClone": "",
  "filter.<driver>.clean": "",
  "filter.<driver>.process": "",
  "filter.<driver>.smudge": "",
  "gc.recentObjectsHook": "",
  "gpg.<format>.program": "false",
  "gpg.program": "false",
  "gpg.ssh.defaultKeyCommand": "",
  "guitool.<name>.cmd": "",
  "help.browser": "",
  "hook.<name>.command": "",
  "imap.tunnel": "",
  "init.templateDir": "",
  "instaweb.browser": "",
  "instaweb.httpd": "",
  "instaweb.modulePath": "",
  "interactive.diffFilter": "",
  "man.<tool>.cmd": "",
  "man.<tool>.path": "",
  "man.viewer": "",
  "merge.<driver>.driver": "",
  "mergetool.<tool>.cmd": "",
  "mergetool.<tool>.path": "",
  "pager.<cmd>": "false",
  "remote.<name>.promisor": "false",
  "remote.<name>.proxy": "",
  "remote.<name>.receivepack": "false",
  "remote.<name>.uploadpack": "false",
  "remote.<name>.vcs": "none",
  "sendemail.<identity>.ccCmd": "",
  "sendemail.<identity>.headerCmd": "",
  "sendemail.<identity>.sendmailCmd": "",
  "sendemail.<identity>.smtpServer": "",
  "sendemail.<identity>.toCmd": "",
  "sendemail.ccCmd": "",
  "sendemail.headerCmd": "",
  "sendemail.sendmailCmd": "",
  "sendemail.smtpServer": "",
  "sendemail.toCmd": "",
  "sequence.editor": ":",
  "submodule.<name>.update": "none",
  "svn.authorsProg": "",
  "tar.<format>.command": "",
  "trailer.<token>.cmd": "",
  "trailer.<token>.command": "",
  "uploadpack.packObjectsHook": "",
  "web.browser": "",
};

/** Settings that start a program or enter another repository without naming it. */
const behaviours: Readonly<Record<string, string>> = {
  "commit.gpgSign": "false",
  "filter.<driver>.required": "false",
  "gc.auto": "0",
  "hook.<name>.enabled": "false",
  "log.showSignature": "false",
  "maintenance.auto": "false",
  "protocol.<name>.allow": "never",
  "protocol.allow": "never",
  "safe.bareRepository": "explicit",
  "status.submoduleSummary": "false",
  "submodule.recurse": "false",
  "tag.gpgSign": "false",
};

const all = Object.entries({ ...programSettings, ...behaviours });
// Extensions cannot be overridden: git reads them only from the repository's own file, and rejects unknown ones.
const fixed = all.filter(([key]) => !key.includes("<") && !key.startsWith("extensions."));
const named = all
  .filter(([key]) => key.includes("<"))
  .map(([key, value]) => {
    const [before = "", after = ""] = key.toLowerCase().split(/<.*>/);
    return { before, after, value };
  });

/** Returns the overrides that turn these settings off. @param names of all settings, as git prints them. */
export function overridesFor(names: readonly string[] = []): readonly (readonly [name: string, value: string])[] {
  const overrides = new Map<string, string>();
  for (const name of names) {
    // Git prints the first and the last part in lower case. The part between is the user-defined name.
    const match = named.find(
      ({ before, after }) => name.startsWith(before) && name.endsWith(after) && name.length > before.length + after.length,
    );
    if (match !== undefined) overrides.set(name, match.value);
  }
  for (const [key, value] of fixed) overrides.set(key, value);
  return [...overrides];
}
