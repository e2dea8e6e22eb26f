import { comparePrecedence } from "../model/precedence.ts";
import type { SkipReason } from "../model/resolution.ts";
import type { Rule } from "../model/rule.ts";
import { Supersession } from "../model/supersession.ts";
import { isVisibleTo, type Tenant } from "../model/tenant.ts";

export interface ReplacementSource {
  readonly replacing: Iterable<Rule>;
  readonly overlays: Iterable<Rule>;
  find(store: string, id: string): Rule | undefined;
  named(name: string): readonly Rule[];
}

/** Finds the rules that other rules replace for a tenant. */
export function findReplacements(source: ReplacementSource, tenant: Tenant): ReadonlyMap<Rule, SkipReason> {
  const found = new Map<Rule, SkipReason>();
  for (const [store, replacing] of Map.groupBy(source.replacing, ({ origin }) => origin.store)) {
    const supersession = new Supersession(replacing);
    for (const id of supersession.ids) {
      const replaced = source.find(store, id);
      const by = replaced && supersession.by(replaced, tenant);
      if (replaced !== undefined && by !== undefined) found.set(replaced, { kind: "superseded", by: by.id });
    }
  }
  const visible = [...source.overlays].filter((overlay) => isVisibleTo(overlay, tenant));
  for (const overlays of Map.groupBy(visible, overlayKey).values()) {
    const [overlay] = overlays.toSorted(comparePrecedence);
    if (overlay === undefined) continue;
    const namesakes = source
      .named(overlay.name)
      .filter((rule) => rule.origin.label !== true && overlayKey(rule) === overlayKey(overlay));
    // A rule that is named after its file is replaced by its id. A disabled overlay removes what it replaces.
    const replaced = overlay.replaces.flatMap((id) => source.find(overlay.origin.store, id) ?? []);
    for (const rule of [...namesakes, ...replaced]) {
      if (rule.origin.overlay !== true) found.set(rule, { kind: "replacedByOverlay", by: overlay.id });
    }
  }
  return found;
}

function overlayKey(rule: Rule): string {
  return `${rule.scope} ${rule.name}`;
}
