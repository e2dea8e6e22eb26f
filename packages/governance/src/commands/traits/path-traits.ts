import { pathsOf } from "../directory/working-directory.ts";
import type { ParsedCommand } from "../parsed-command.ts";

/** Directories that a tool writes, and writes again when they are missing. */
const buildDirectories =
  /(?:^|\/)(?:dist|build|out|target|node_modules|bower_components|coverage|\.?venv|__pycache__|\.(?:gradle|next|nuxt|output|svelte-kit|cache|parcel-cache|turbo|tox|nox|mypy_cache|pytest_cache|ruff_cache|angular|dart_tool|terragrunt-cache)|storybook-static|cmake-build-\w+)(?:\/|$)/;

const temporaryDirectories =
  /^(?:\/private)?\/(?:tmp|var\/tmp|var\/folders|dev\/shm)\/+[^/*.]|^\$\{?(?:TMPDIR|TEMP|TMP|RUNNER_TEMP)\}?\/+[^/*.]|^%TE?MP%[\\/]+[^\\/*.]/;

/** Directories that are never the output of a build, whatever the rest of the path is. */
const systemDirectories = /^\/+(?:bin|boot|dev|etc|lib\w*|proc|sbin|sys|usr|System|Library|Applications)(?:\/|$)/;

/** A path directly above the project: the project above it, whose tools would write it, is not known. */
const besideProject = /^(?:\.\.\/)+[^/.][^/]*\/?$/;

export function isBuildOutput(path: string): boolean {
  return buildDirectories.test(path) && !systemDirectories.test(path) && !goesUp(path) && !besideProject.test(path);
}

export function isTemporary(path: string): boolean {
  return temporaryDirectories.test(path) && !goesUp(path);
}

/** Whether git names the path as a linked worktree of the project. */
export function isWorktree(path: string, { project }: ParsedCommand): boolean {
  const name = /([\w.-]+)\/?$/.exec(path)?.[1];
  if (project === undefined || name === undefined || /^\.+$/.test(name)) return false;
  const written = project.readFile(`.git/worktrees/${name}/gitdir`)?.trim();
  return written?.endsWith(`/${name}/.git`) === true && endsAlike(written.slice(0, -"/.git".length), path);
}

/** Whether a path is written from a directory above, with names behind the `..` only where they cannot leave it. */
function goesUp(path: string): boolean {
  return /[^./]\/+\.\.(?:\/|$)/.test(path);
}

/** Whether an absolute path and a path that may be relative can be the same. */
function endsAlike(absolute: string, path: string): boolean {
  const rest = path.replace(/^(?:\.\.?\/|~\/)+/, "").replace(/\/+$/, "");
  return rest.startsWith("/") ? rest === absolute : absolute.endsWith(`/${rest}`);
}

/** Programs that search in the paths before their first expression. */
const searches = /^(?:g?find)$/;

/** Returns the paths that a command affects, as far as it names them: its operands, and the starting points of `find`. */
export function targetsOf(command: ParsedCommand): readonly string[] {
  const { program, words, operands } = command;
  const written = searches.test(program) ? startsOf(words) : operands;
  return written.flatMap((word) => {
    const path = pathsOf(command, word).at(-1);
    return path === undefined ? [] : [path];
  });
}

function startsOf(words: readonly string[]): readonly string[] {
  const paths = words.slice(words.findIndex((word) => !/^-[HLP]$/.test(word)));
  const end = paths.findIndex((word) => /^[-(!]/.test(word));
  return end === -1 ? paths : paths.slice(0, end);
}
