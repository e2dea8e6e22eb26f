import type { ParsedCommand } from "../parsed-command.ts";
import { packageNames, type Registry } from "./package-names.ts";

/** Packages that a command installs or runs from a registry, without versions. */
export interface InstalledPackages {
  readonly registry: Registry;
  readonly names: readonly string[];
  /** Whether the command downloads and runs a program without a question, if the project does not have it. */
  readonly runsAtOnce: boolean;
}

interface Installer {
  readonly registry: Registry;
  readonly programs: RegExp;
  /** Matches the words before the first package, joined by blanks, and the options between them. */
  readonly subcommand: RegExp;
  readonly runsAtOnce?: true;
}

/** In this order: `npm exec` runs a package, `npm install` only installs it. */
const installers: readonly Installer[] = [
  { registry: "npm", programs: /^(?:npx|bunx|pnpx)$/, subcommand: /^/, runsAtOnce: true },
  { registry: "npm", programs: /^(?:npm|pnpm|yarn|bun)$/, subcommand: /^(?:exec|x|dlx|create|init)$/, runsAtOnce: true },
  { registry: "npm", programs: /^(?:npm|pnpm|yarn|bun|cnpm)$/, subcommand: /^(?:i|in|ins|inst|install|add|global)$/ },
  { registry: "pypi", programs: /^(?:uvx)$/, subcommand: /^/, runsAtOnce: true },
  {
    registry: "pypi",
    programs: /^(?:pip[\d.]*|pipx|pipenv|uv|poetry|pdm|rye|python[\d.]*|conda|mamba)$/,
    subcommand: /^(?:install|add)$/,
  },
];

/** Options whose value is the next word and not a package. */
const valued =
  /^(?:-[CcrefitdwFp]|--(?:registry|prefix|filter|workspace|dir|tag|cwd|call|cache|requirement|constraint|editable|index-url|extra-index-url|index|find-links|target|python|group|extras|source|root|platform|trusted-host|proxy|user-agent|channel|name))$/;

/** Returns the packages that a command names. Undefined if it is no install. URLs, files and variables are not returned. */
export function installedPackages({ program, words }: ParsedCommand): InstalledPackages | undefined {
  for (const { registry, programs, subcommand, runsAtOnce = false } of installers) {
    if (!programs.test(program)) continue;
    const start = subcommand.source === "^" ? 0 : words.findIndex((word) => subcommand.test(word)) + 1;
    if (start === 0 && subcommand.source !== "^") continue;
    const names = operandsOf(words.slice(start)).flatMap((word) => nameOf(word, registry) ?? []);
    return { registry, names: runsAtOnce ? names.slice(0, 1) : names, runsAtOnce };
  }
  return undefined;
}

function operandsOf(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !word.startsWith("-") && !valued.test(words[at - 1] ?? ""));
}

/** The name of a package, without its version. Undefined for anything else than a name in the registry. */
function nameOf(word: string, registry: Registry): string | undefined {
  if (registry === "pypi") {
    return /^([A-Za-z0-9][\w.-]*)(?:\[[\w,-]*\])?(?:[<>=!~].*)?$/.exec(word)?.[1]?.toLowerCase().replace(/_/g, "-");
  }
  const alias = /@npm:(.+)$/.exec(word)?.[1] ?? word;
  return /^((?:@[\w.-]+\/)?[\w.-]+)(?:@[^/\s]*)?$/.exec(alias)?.[1];
}

/** Files of a project that name its packages. */
const manifests: Readonly<Record<Registry, readonly string[]>> = {
  npm: ["package.json"],
  pypi: ["pyproject.toml", "requirements.txt", "requirements-dev.txt", "Pipfile"],
};

/** Whether a name is in the table, or the project names it already. */
export function isKnownPackage(name: string, registry: Registry, { project }: ParsedCommand): boolean {
  return (
    packageNames[registry].has(name) ||
    manifests[registry].some((file) => project?.readFile(file)?.toLowerCase().includes(name) === true)
  );
}
