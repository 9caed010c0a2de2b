/** Walls in the project file, and whether they are left out. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import type { WebFacts } from "../feature.ts";

/** The key of the section `scope`. */
export const wallsScope = {
  walls: z
    .enum(["keep", "leave-out", "probe", "always"])
    .default(DEFAULTS.scope.walls)
    .describe(
      "Whether challenges, refusals, consent pages, paywalls, logins, parked and suspended sites, outages and soft 404s of the live web are pages like others (`keep`), or are left out: no page, not relevant, no evidence; their links are followed. `probe` also asks a host once for a URL that cannot exist, when it sends one short text for three URLs. `always` leaves them out of a recording, too.",
    ),
};

/** The part of a project that says what is done about walls. */
export interface WallsKeys {
  readonly scope: { readonly walls: z.output<(typeof wallsScope)["walls"]> };
}

/** Returns whether walls are left out: a recording is read as it is, unless the project says otherwise. */
export function areWallsLeftOut({ scope: { walls } }: WallsKeys, { isLive }: WebFacts): boolean {
  return walls === "always" || (isLive && walls !== "keep");
}
