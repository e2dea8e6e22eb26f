import type { ReadingLimits } from "./reading-limits.ts";
import { maskSubstitutions } from "./mask-substitutions.ts";

export class ShellVariables {
  readonly #limits: ReadingLimits;
  readonly #values = new Map<string, string>();
  readonly #arrays = new Map<string, readonly string[]>();
  readonly #unknown = new Set<string>();
  /** `$1`, `$2`, …, if the text sets them. */
  #parameters: readonly string[] | undefined;
  #name: string | undefined;

  constructor(limits: ReadingLimits) {
    this.#limits = limits;
  }

  set(name: string, value: string): void {
    this.#values.set(name, value);
  }

  /** Records that a variable gets a value that is not known: `read name`. */
  setUnknown(name: string): void {
    this.#unknown.add(name);
    this.#values.delete(name);
    this.#arrays.delete(name);
  }

  /**
   * Splits the value of a variable into words: at blanks, and at the characters of `IFS`. A substitution whose output is not
   * known is a part of one word.
   */
  splitFields(text: string): readonly string[] {
    const separators = (this.#values.get("IFS") ?? "").slice(0, 32).replace(/[\\\]^-]/g, "\\$&");
    const separator = separators === "" ? /[ \t\n]+/ : new RegExp(`[ \\t\\n${separators}]+`);
    const { masked, masks } = maskSubstitutions(text);
    return masked.split(separator).map((field) => field.replace(/\0(\d+)\0/g, (_, at: string) => masks[Number(at)] ?? ""));
  }

  /** Returns a function that gives variables the values back that they have now. */
  remember(names: readonly string[]): () => void {
    this.#limits.spend(names.length);
    const before = names.map((name) => [name, this.#values.get(name), this.#arrays.get(name), this.#unknown.has(name)] as const);
    return () => {
      for (const [name, value, elements, isUnknown] of before) {
        restore(this.#values, name, value);
        restore(this.#arrays, name, elements);
        if (isUnknown) this.#unknown.add(name);
        else this.#unknown.delete(name);
      }
    };
  }

  /** Whether the text gives a variable a value, known or not. */
  isAssigned(name: string): boolean {
    return this.#values.has(name) || this.#unknown.has(name);
  }

  /** Sets an array, and the variable of the same name to its first element. */
  setArray(name: string, elements: readonly string[]): void {
    this.#limits.spend(elements.length);
    this.#arrays.set(name, elements);
    this.#values.set(name, elements[0] ?? "");
  }

  elementsOf(name: string): readonly string[] | undefined {
    return this.#arrays.get(name);
  }

  /** Sets `$1`, `$2`, … and `$@`, and returns a function that restores them. @param name `$0`. Default: unchanged. */
  bindParameters(words: readonly string[], name = this.#name): () => void {
    const [outer, outerName] = [this.#parameters, this.#name];
    this.#limits.spend(words.length);
    this.#parameters = words;
    this.#name = name;
    return () => {
      this.#parameters = outer;
      this.#name = outerName;
    };
  }

  shiftParameters(count: number): void {
    this.#parameters = this.#parameters?.slice(count);
  }

  /** Returns the value of a variable or parameter, or undefined if the text does not determine it. */
  valueOf(name: string): string | undefined {
    if (name === "0") return this.#name;
    if (/^[1-9]\d{0,5}$/.test(name)) return this.#parameters?.[Number(name) - 1];
    if (name !== "@" && name !== "*") return this.#values.get(name);
    if (this.#parameters !== undefined) this.#limits.spend(this.#parameters.length);
    return this.#parameters?.join(" ");
  }
}

function restore<T>(map: Map<string, T>, name: string, value: T | undefined): void {
  if (value === undefined) map.delete(name);
  else map.set(name, value);
}
