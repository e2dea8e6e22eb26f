const notice = "<!-- Made by `pnpm generate` from the sources. Change those, not this file. -->";

/** A page of the reference: title, introduction and sections, ending in a line break. */
export function page(title: string, ...parts: readonly string[]): string {
  return `${[notice, `# ${title}`, ...parts].join("\n\n")}\n`;
}

export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [row(header), row(header.map(() => "---")), ...rows.map(row)].join("\n");
}

function row(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
}
