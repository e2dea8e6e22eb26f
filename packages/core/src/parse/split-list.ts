/** Splits a text at its commas. Removes empty items. */
export function splitList(list: string): readonly string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
