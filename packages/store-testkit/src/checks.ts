import type { Check } from "./check.ts";
import { applyChecks } from "./checks/apply.ts";
import { conflictChecks } from "./checks/conflict.ts";
import { deleteChecks } from "./checks/delete.ts";
import { disposeChecks } from "./checks/dispose.ts";
import { filterChecks } from "./checks/filter.ts";
import { getChecks } from "./checks/get.ts";
import { historyChecks } from "./checks/history.ts";
import { roundTripChecks } from "./checks/round-trip.ts";
import { listChecks } from "./checks/list.ts";
import { modelChecks } from "./checks/model.ts";
import { reloadChecks } from "./checks/reload.ts";
import { reopenChecks } from "./checks/reopen.ts";
import { replacesChecks } from "./checks/replaces.ts";
import { saveChecks } from "./checks/save.ts";
import { selfChecks } from "./checks/self.ts";
import { signalChecks } from "./checks/signal.ts";
import { statusChecks } from "./checks/status.ts";
import { subscribeChecks } from "./checks/subscribe.ts";
import { usageChecks } from "./checks/usage.ts";
import { valuesChecks } from "./checks/values.ts";
import type { RequirementId } from "./requirements.ts";

/** The checks of all requirements. The compiler reports missing ones. */
export const checks: Readonly<Record<RequirementId, Check>> = {
  ...selfChecks,
  ...saveChecks,
  ...conflictChecks,
  ...deleteChecks,
  ...getChecks,
  ...listChecks,
  ...filterChecks,
  ...statusChecks,
  ...replacesChecks,
  ...valuesChecks,
  ...subscribeChecks,
  ...reloadChecks,
  ...signalChecks,
  ...disposeChecks,
  ...roundTripChecks,
  ...historyChecks,
  ...usageChecks,
  ...applyChecks,
  ...reopenChecks,
  ...modelChecks,
};
