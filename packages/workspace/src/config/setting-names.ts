import { nearestNames } from "@precept/core";
import type * as z from "zod/mini";

type Section = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniExactOptional>>>;

/** What a configuration file may hold: sections of settings, each of which may be left out. */
export type ConfigSchema = Section;

/** What to write in place of a key that is no setting: a name much like it in the same section, else a setting of another one. */
export function adviseOnKey(key: string, path: readonly string[], schema: ConfigSchema): string {
  const here = Object.keys(sectionAt(path, schema)?.shape ?? {});
  const near = nearestNames(key, here);
  const meant = near.length > 0 ? near : nearestNames(key, allSettings(schema));
  if (meant.length > 0) return `Did you mean ${meant.map((name) => `"${name}"`).join(" or ")}?`;
  return `${path.length === 0 ? "Settings are" : `Settings of "${path.join(".")}" are`} ${here.join(", ")}.`;
}

function sectionAt(path: readonly string[], schema: ConfigSchema): Section | undefined {
  return path.reduce<Section | undefined>((section, key) => section && sectionIn(section.shape[key]), schema);
}

function sectionIn(schema: z.ZodMiniExactOptional | undefined): Section | undefined {
  const inner = schema?.def.innerType;
  return inner !== undefined && "shape" in inner ? (inner as Section) : undefined;
}

/** Every setting with the section it is in, as `section.key`. */
function allSettings(whole: ConfigSchema): readonly string[] {
  return Object.entries(whole.shape).flatMap(([key, schema]) => {
    const inner = sectionIn(schema);
    return inner === undefined ? [key] : Object.keys(inner.shape).map((name) => `${key}.${name}`);
  });
}
