import { PreceptError } from "@precept/core";

/** A rule and its versions, as the user writes them: `money@2..4`, `money@2`. */
export interface VersionedName {
  readonly name: string;
  readonly from: number;
  readonly to?: number;
}

/**
 * Reads the name of a rule with one version, or a range of two.
 *
 * @param isRange whether two versions are accepted.
 * @throws PreceptError `OPTION_VALUE_INVALID`
 */
export function readVersionedName(text: string, isRange: boolean): VersionedName {
  const [, name = "", from = "", to] = /^(.+)@(\d{1,9})(?:\.\.(\d{1,9}))?$/s.exec(text) ?? [];
  if (name === "" || (to !== undefined && !isRange)) {
    const [option, expected] = isRange
      ? ["<rule@versions>", "a rule and one or two of its versions, such as money@2 or money@2..4"]
      : ["<rule@version>", "a rule and one of its versions, such as money@2"];
    throw new PreceptError("OPTION_VALUE_INVALID", { option, value: text, expected });
  }
  return { name, from: Number(from), ...(to !== undefined && { to: Number(to) }) };
}
