import type { ComponentType } from "preact";
import { Budget } from "../budget/budget.tsx";
import { Compare } from "../compare/compare.tsx";
import { isAdmin, isSnapshot } from "../data/session-state.ts";
import { Explain } from "../explain/explain.tsx";
import { Files } from "../files/files.tsx";
import { Health } from "../health/health.tsx";
import { Moving } from "../moving/moving.tsx";
import { Policies } from "../policies/policies.tsx";
import { Review } from "../review/review.tsx";
import { Rules } from "../rules/rules.tsx";
import { Sessions } from "../sessions/sessions.tsx";

/** A page of the console. */
export interface Page {
  readonly title: string;
  readonly content: ComponentType;
  /** Whether only admins see the page, because the server answers only their requests. Default: all users. */
  readonly isForAdmins?: boolean;
  /** Whether a snapshot has the page, too. Default: false. */
  readonly isInSnapshot?: boolean;
}

/** The pages by their ids in addresses, in the order of the menu. The first one is shown when the console opens. */
const allPages: Readonly<Record<string, Page>> = {
  explain: { title: "Explain", content: Explain, isInSnapshot: true },
  sessions: { title: "Sessions", content: Sessions, isForAdmins: true },
  budget: { title: "Budget", content: Budget, isInSnapshot: true },
  files: { title: "Files", content: Files, isInSnapshot: true },
  rules: { title: "Rules", content: Rules, isInSnapshot: true },
  review: { title: "Review", content: Review },
  policies: { title: "Policies", content: Policies },
  compare: { title: "Tools", content: Compare },
  moving: { title: "Moving", content: Moving, isForAdmins: true },
  health: { title: "Health", content: Health, isForAdmins: true },
};

export const firstPage = "explain";

/** The pages that the user may see. */
export function visiblePages(): Readonly<Record<string, Page>> {
  const isVisible = ({ isForAdmins = false, isInSnapshot = false }: Page): boolean =>
    isSnapshot() ? isInSnapshot : !isForAdmins || isAdmin();
  return Object.fromEntries(Object.entries(allPages).filter(([, page]) => isVisible(page)));
}
