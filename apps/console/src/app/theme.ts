import { signal } from "@preact/signals";

/** The color schemes that a user can choose. `system` follows the browser. */
export const themes = ["system", "light", "dark"] as const;

export type Theme = (typeof themes)[number];

const key = "precept-theme";

function readTheme(): Theme {
  try {
    const stored = localStorage.getItem(key);
    return themes.find((one) => one === stored) ?? "system";
  } catch {
    // The browser stores nothing for this page.
    return "system";
  }
}

export const theme = signal<Theme>(readTheme());

/** Shows the chosen color scheme. */
export function applyTheme(): void {
  document.documentElement.dataset["theme"] = theme.value;
}

export function chooseTheme(chosen: Theme): void {
  theme.value = chosen;
  applyTheme();
  try {
    localStorage.setItem(key, chosen);
  } catch {
    // The choice then lasts until the page is closed.
  }
}
