import { namesOf } from "../program-name.ts";

/** Names of files and directories that policies protect. A wildcard means each of them that it matches. */
const names: readonly string[] = [
  ".env",
  ".env.local",
  ".env.production",
  "id_rsa",
  "id_ed25519",
  "id_ecdsa",
  "credentials",
  "credentials.json",
  ".netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".git-credentials",
  ".ssh",
  ".aws",
  ".kube",
  ".gnupg",
  ".git",
  ".claude",
  ".cursor",
  ".codex",
  ".gemini",
  ".precept",
  ".husky",
  ".github",
  ".bashrc",
  ".zshrc",
  "settings.json",
  "settings.local.json",
  "hooks",
  "hooks.json",
  "policies",
  "workflows",
  "etc",
  "home",
  "root",
  "usr",
  "var",
  "shadow",
  "passwd",
  "sudoers",
];

const maxPaths = 8;

/** Returns the paths of protected files and directories that a path with wildcards can mean. Empty without wildcards. */
export function expandWildcards(path: string): readonly string[] {
  if (!/[*?[]/.test(path) || path.length > 255) return [];
  let paths: readonly string[] = [""];
  for (const [at, part] of path.split("/").entries()) {
    const known = namesLike(part);
    if (known.length === 0 && at === 0 && !/[*?[]/.test(part)) paths = [part];
    else {
      const parts = known.length === 0 ? [part] : known;
      paths = paths.flatMap((start) => parts.map((one) => (at === 0 ? one : `${start}/${one}`))).slice(0, maxPaths);
    }
  }
  return paths.filter((one) => one !== path);
}

/** The known names that a part of a path matches. It must contain a letter, and no wildcard matches a leading dot. */
function namesLike(part: string): readonly string[] {
  if (!/[*?[]/.test(part) || !/[a-z]/i.test(part.replace(/\[[^\]]*\]/g, ""))) return [];
  return namesOf(part, names).filter((name) => part.startsWith(".") === name.startsWith("."));
}
