export const color = { accent: "var(--ds-accent)", text: "var(--ds-text)" } as const;
export const space = { small: "4px", medium: "8px", large: "16px" } as const;
