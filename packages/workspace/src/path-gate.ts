import { PreceptError, type Diagnostic } from "@precept/core";
import { checkDatabaseFile, shownPath } from "@precept/files";
import { report } from "./diagnostic-catalogue.ts";
import { configPath } from "./paths.ts";
import { isWithin, pathsIn, type Trust } from "./trust.ts";

/** Decides which settings of a project's configuration are allowed, and reports the others. */
export class PathGate {
  readonly #root: string;
  readonly #trust: Trust;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(root: string, trust: Trust) {
    this.#root = root;
    this.#trust = trust;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** Returns the paths of a setting, absolute, that are in the project or a trusted directory with links resolved. */
  allowed(setting: string, written: readonly string[] | undefined): readonly string[] {
    return pathsIn(this.#root, written).filter((path, at) => {
      if (isWithin(this.#trust, path)) return true;
      const shown = written?.[at] ?? path;
      this.#refuse(setting, `"${setting}" is ignored: "${shown}" leads out of the project or into a .git directory.`);
      return false;
    });
  }

  /** Whether neither a database nor the files that SQLite opens next to it are links. */
  isDatabase(path: string): boolean {
    try {
      checkDatabaseFile(this.#trust.project, path);
      return true;
    } catch (error) {
      // Other errors are reported when the database is opened.
      if (!PreceptError.is(error, "PATH_REFUSED")) return true;
      const message = `The database is not opened. ${error.message}`;
      this.#diagnostics.push(report("store/refused", { file: shownPath(this.#root, path) }, message));
      return false;
    }
  }

  /** Whether a setting is allowed that runs commands, calls URLs or reads the user's own files. */
  mayAct(setting: string): boolean {
    if (this.#trust.isProjectTrusted) return true;
    this.#refuse(setting, `"${setting}" is ignored, because this project is not trusted.`);
    return false;
  }

  /** Reports a setting without an effect. @param reason completes the sentence "… has no effect: …". */
  reportNoEffect(setting: string, reason: string): void {
    this.#diagnostics.push(report("config/no-effect", { file: configPath }, `"${setting}" has no effect: ${reason}.`));
  }

  #refuse(setting: string, message: string): void {
    const diagnostic = report("config/not-trusted", { file: configPath }, message);
    const affectsRules = setting.startsWith("rules.") || setting.startsWith("store.");
    this.#diagnostics.push(affectsRules ? { ...diagnostic, incomplete: true } : diagnostic);
  }
}
