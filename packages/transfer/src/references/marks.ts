/** Chooses two characters that a text does not have, to mark places in it. */
export function chooseMarks(text: string): readonly [string, string] {
  let code = 0xe000;
  const next = (): string => {
    while (text.includes(String.fromCharCode(code))) code += 1;
    return String.fromCharCode(code++);
  };
  return [next(), next()];
}
