import { PreceptError, type Diagnostic } from "@precept/core";
import { checkDatabaseFile, shownPath } from "@precept/files";
import { pathsIn } from "./configured-paths.ts";
import { report } from "./diagnostic-catalogue.ts";
import { configPath } from "./places.ts";
import { isWithin, type Trust } from "./trust.ts";

/** Decides which settings of a project's configuration are used, and reports those that are not. */
export class PathGate {
  readonly #root: string;
  readonly #trust: Trust;
  readonly #diagnostics: Diagnostic[] = [];

  constructor(root: string, trust: Trust) {
    this.#root = root;
    this.#trust = trust;
  }

  /** What was refused so far. */
  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  /** The paths of a setting that may be used, absolute: those that really lie in the project or where the user allows it. */
  allowed(setting: string, written: readonly string[] | undefined): readonly string[] {
    return pathsIn(this.#root, written).filter((path, at) => {
      if (isWithin(this.#trust, path)) return true;
      this.#refuse(
        setting,
        `"${setting}" is not used: "${written?.[at] ?? path}" leads outside the project, or into a .git directory.`,
      );
      return false;
    });
  }

  /** Whether a database, and the files that SQLite opens beside it, are no links. */
  isDatabase(path: string): boolean {
    try {
      checkDatabaseFile(this.#trust.project, path);
      return true;
    } catch (error) {
      // Any other failure is reported where the database is opened.
      if (!PreceptError.is(error, "PATH_REFUSED")) return true;
      const message = `The database is not opened. ${error.message}`;
      this.#diagnostics.push(report("store/refused", { file: shownPath(this.#root, path) }, message));
      return false;
    }
  }

  /** Whether a setting that runs commands, calls addresses or reads the user's own files may be used. */
  mayAct(setting: string): boolean {
    if (this.#trust.isProjectTrusted) return true;
    this.#refuse(setting, `"${setting}" is not used: this project is not trusted.`);
    return false;
  }

  #refuse(setting: string, message: string): void {
    const diagnostic = report("config/not-trusted", { file: configPath }, message);
    const bringsRules = setting.startsWith("rules.") || setting.startsWith("store.");
    this.#diagnostics.push(bringsRules ? { ...diagnostic, incomplete: true } : diagnostic);
  }
}
