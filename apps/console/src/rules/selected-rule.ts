import { computed } from "@preact/signals";
import { place } from "../data/location.ts";

/** The id of the rule whose text is shown. Empty: none. */
export const selectedRule = computed(() => place.value.params.get("rule") ?? "");
