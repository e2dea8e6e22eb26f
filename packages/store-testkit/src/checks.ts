import type { Check } from "./check.ts";
import { applyChecks } from "./checks/apply.ts";
import { conflictChecks } from "./checks/conflict.ts";
import { deleteChecks } from "./checks/delete.ts";
import { disposeChecks } from "./checks/dispose.ts";
import { feedChecks } from "./checks/feed.ts";
import { filterChecks } from "./checks/filter.ts";
import { getChecks } from "./checks/get.ts";
import { historyChecks } from "./checks/history.ts";
import { peerChecks } from "./checks/peer.ts";
import { pruneChecks } from "./checks/prune.ts";
import { roundTripChecks } from "./checks/round-trip.ts";
import { listChecks } from "./checks/list.ts";
import { modelChecks } from "./checks/model.ts";
import { reloadChecks } from "./checks/reload.ts";
import { reopenChecks } from "./checks/reopen.ts";
import { replacesChecks } from "./checks/replaces.ts";
import { saveChecks } from "./checks/save.ts";
import { selfChecks } from "./checks/self.ts";
import { signalChecks } from "./checks/signal.ts";
import { sinceChecks } from "./checks/since.ts";
import { statusChecks } from "./checks/status.ts";
import { subscribeChecks } from "./checks/subscribe.ts";
import { tenantChecks } from "./checks/tenant.ts";
import { upsertChecks } from "./checks/upsert.ts";
import { usageChecks } from "./checks/usage.ts";
import { valuesChecks } from "./checks/values.ts";
import { writeManyChecks } from "./checks/write-many.ts";
import type { RequirementId } from "./requirements.ts";

/** The checks of all requirements. The compiler reports missing ones. */
export const checks: Readonly<Record<RequirementId, Check>> = {
  ...selfChecks,
  ...saveChecks,
  ...upsertChecks,
  ...conflictChecks,
  ...deleteChecks,
  ...getChecks,
  ...listChecks,
  ...tenantChecks,
  ...filterChecks,
  ...statusChecks,
  ...replacesChecks,
  ...valuesChecks,
  ...subscribeChecks,
  ...feedChecks,
  ...sinceChecks,
  ...writeManyChecks,
  ...reloadChecks,
  ...signalChecks,
  ...disposeChecks,
  ...roundTripChecks,
  ...historyChecks,
  ...pruneChecks,
  ...usageChecks,
  ...applyChecks,
  ...reopenChecks,
  ...peerChecks,
  ...modelChecks,
};
