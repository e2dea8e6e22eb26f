/** Splits a list that is written as one text, at its commas. Empty items fall out. */
export function splitList(list: string): readonly string[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "");
}
