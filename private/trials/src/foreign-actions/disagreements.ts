import type { SourcePurpose } from "./read-sources.ts";

/** A class of actions about which a source and the starters disagree. */
interface Disagreement {
  readonly reason: string;
  /** Whether the source calls these actions harmless, and the starters stop them. */
  readonly isStopped: boolean;
  readonly purpose: SourcePurpose;
  readonly commands: RegExp;
}

/** Classes that were read, with the reason for which the starters decide otherwise. The trial counts them. */
const disagreements: readonly Disagreement[] = [
  {
    reason: "everyday work: files with secrets are stopped by name, and forced pushes always",
    isStopped: false,
    purpose: "guard",
    commands: /^git (?:add (?:-A|--all|\.)$|push \S+ [\w/-]+$)/,
  },
  {
    reason: "only prints, searches or tests",
    isStopped: false,
    purpose: "guard",
    commands: /^(?:git clean -\w*n\w*|command -[vV] .*|find \. \| xargs grep .*|parallel curl .*)$/,
  },
  {
    reason: "deletes files of the project that a tool makes again, or that a name selects",
    isStopped: false,
    purpose: "guard",
    commands:
      /^(?:rm (?:-\w+ )+(?:\/tmp\/[\w-]+ )?(?:\.\/|`pwd`\/)?[\w-]+(?: > \/dev\/null)?|(?:busybox )?find \. -name "?\*[.\w]+"? -delete)$/,
  },
  {
    reason: "made again from its definition, or undone by one command",
    isStopped: false,
    purpose: "guard",
    commands:
      /^(?:docker (?:rm|rmi|kill) .*|kubectl delete pod .*|(?:poetry|pip|npm|cargo) (?:remove|uninstall) .*|ssh-keygen .*-R .*|ssh-add -d.*)$/,
  },
  {
    reason: "only reads, or changes a temporary file",
    isStopped: false,
    purpose: "attacks",
    commands: /^(?:rm -rf \/tmp\/[\w-]+|mkdir \/var\/tmp\/\.[\w-]+\n.*|xattr -l\w* .*|chmod 755 \w+)$/,
  },
  {
    reason: "prints a secret, which the model would receive",
    isStopped: true,
    purpose: "guard",
    commands: /^(?:aws secretsmanager|doppler secrets|op (?:read|item)|vault (?:read|kv get)|az storage account keys) /,
  },
  {
    reason: "the rights of another user, and files outside the project, are the user's to give",
    isStopped: true,
    purpose: "guard",
    commands: /^(?:sudo |rm -r \/)/,
  },
  {
    reason: "deletes every file of the project, or overwrites commits and files: the second option does not undo the first",
    isStopped: true,
    purpose: "guard",
    commands: /^(?:find \. -exec rm|git push --force --force-with-lease|git checkout --recurse-submodules \w+ \w+$)/,
  },
];

/** Whether a table of read classes says why the starters decide about a command as they do. */
export function isReviewed(from: SourcePurpose, isHarmless: boolean, command: string): boolean {
  return disagreements.some(
    ({ isStopped, purpose, commands }) => isStopped === isHarmless && purpose === from && commands.test(command.trim()),
  );
}
