import { PreceptError, type Diagnostic } from "@precept/core";
import { checkDatabaseFile, shownPath } from "@precept/files";
import { report, type WorkspaceDiagnosticCode } from "./diagnostic-catalogue.ts";
import { configPath } from "./paths.ts";
import { readSecret } from "./secret.ts";
import { isWithin, pathsIn, type Trust } from "./trust.ts";

/** The settings of a configuration that name a secret. */
interface NamedSecret {
  readonly env: string | undefined;
  /** The path of a file, relative to the project or to the user's directory. */
  readonly file: string | undefined;
}

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

  /**
   * Reads a secret that the configuration names in a trusted project. Reports a missing one, and a file that others can read.
   *
   * @param setting the name without its ending: `store.postgres.url` of `store.postgres.urlEnv` and `store.postgres.urlFile`.
   */
  secret(setting: string, named: NamedSecret): string | undefined {
    const name = nameOf(setting, named);
    return name !== undefined && this.mayAct(name)
      ? this.#readSecret(name, named, { dir: this.#root, config: configPath })
      : undefined;
  }

  /** Reads a secret that the user's own configuration names, as {@link PathGate.secret}. @param home the directory of the configuration. */
  userSecret(setting: string, named: NamedSecret, home: string): string | undefined {
    const name = nameOf(setting, named);
    const config = `${home.replaceAll("\\", "/")}/config.yaml`;
    return name === undefined ? undefined : this.#readSecret(name, named, { dir: home, config });
  }

  /** Reports a setting whose value cannot be used. @param message does not contain a secret. */
  reportInvalid(setting: string, message: string): void {
    this.#report("config/invalid-value", setting, message, configPath);
  }

  /** Reports a setting without an effect. @param reason completes the sentence "… has no effect: …". */
  reportNoEffect(setting: string, reason: string): void {
    this.#diagnostics.push(report("config/no-effect", { file: configPath }, `"${setting}" has no effect: ${reason}.`));
  }

  #readSecret(setting: string, { env, file }: NamedSecret, { dir, config }: { dir: string; config: string }): string | undefined {
    const [path] = pathsIn(dir, file === undefined ? [] : [file]);
    const secret = readSecret({ file: path, variable: env }, process.env);
    if (secret === undefined) return undefined;
    if ("missing" in secret) {
      this.#report("config/secret-missing", setting, `"${setting}" has no effect: ${secret.missing}.`, config);
      return undefined;
    }
    if (secret.warning !== undefined) this.#diagnostics.push(report("config/secret-exposed", { file: config }, secret.warning));
    return secret.value;
  }

  #refuse(setting: string, message: string): void {
    this.#report("config/not-trusted", setting, message, configPath);
  }

  /** @param code of a setting that is not used. */
  #report(code: WorkspaceDiagnosticCode, setting: string, message: string, file: string): void {
    const diagnostic = report(code, { file }, message);
    const affectsRules = setting.startsWith("rules.") || setting.startsWith("store.");
    this.#diagnostics.push(affectsRules ? { ...diagnostic, incomplete: true } : diagnostic);
  }
}

/** The whole name of the setting that names a secret. */
function nameOf(setting: string, { env, file }: NamedSecret): string | undefined {
  if (file !== undefined) return `${setting}File`;
  return env === undefined ? undefined : `${setting}Env`;
}
