import { nearestNames } from "@precept/core";
import type * as z from "zod/mini";

type Section = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniExactOptional>>>;

export type ConfigSchema = Section;

/** Suggests a setting for an unknown key: a similar name in the same section, or the same name in another one. */
export function adviseOnKey(key: string, path: readonly string[], schema: ConfigSchema): string {
  const names = Object.keys(sectionAt(path, schema)?.shape ?? {});
  const similar = nearestNames(key, names);
  const intended = similar.length > 0 ? similar : nearestNames(key, allSettings(schema));
  if (intended.length > 0) return `Did you mean ${intended.map((name) => `"${name}"`).join(" or ")}?`;
  return `${path.length === 0 ? "Settings are" : `Settings of "${path.join(".")}" are`} ${names.join(", ")}.`;
}

function sectionAt(path: readonly string[], schema: ConfigSchema): Section | undefined {
  return path.reduce<Section | undefined>((section, key) => section && sectionIn(section.shape[key]), schema);
}

function sectionIn(schema: z.ZodMiniExactOptional | undefined): Section | undefined {
  const inner = schema?.def.innerType;
  return inner !== undefined && "shape" in inner ? (inner as Section) : undefined;
}

/** Every setting by its path, such as `policies.tables.phase_matrix`. */
function allSettings(whole: ConfigSchema): readonly string[] {
  return Object.entries(whole.shape).flatMap(([key, schema]) => {
    const inner = sectionIn(schema);
    return inner === undefined ? [key] : [key, ...allSettings(inner).map((name) => `${key}.${name}`)];
  });
}
