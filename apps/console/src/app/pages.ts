import type { ComponentType } from "preact";
import { Explain } from "../explain/explain.tsx";

/** A page of the console. */
export interface Page {
  readonly title: string;
  readonly content: ComponentType;
}

/** The pages by their ids in addresses, in the order of the menu. The first one is shown when the console opens. */
export const pages: Readonly<Record<string, Page>> = {
  explain: { title: "Explain", content: Explain },
};

export const firstPage = "explain";
