/** Which rules the agent has in a run. In the order of reports. */
export const arms: Readonly<Record<Arm, ArmSpec>> = {
  with: { rules: "only the rules of the case", hasRule: true, hasOthers: false },
  without: { rules: "no rules", hasRule: false, hasOthers: false },
  others: { rules: "all rules but those of the case", hasRule: false, hasOthers: true },
  all: { rules: "all rules", hasRule: true, hasOthers: true },
};

export type Arm = "with" | "without" | "others" | "all";

interface ArmSpec {
  /** For reports and questions. */
  readonly rules: string;
  readonly hasRule: boolean;
  readonly hasOthers: boolean;
}

/** In the order of reports. */
export const armNames: readonly Arm[] = Object.keys(arms) as Arm[];

/** The arms that a result needs: the effect of a rule alone, and whether the other rules have it, too. */
export const defaultArms: readonly Arm[] = ["with", "without", "others"];
