/** The features that a crawl may use. */
import { copiesManifest } from "./copies/manifest.ts";
import type { Feature } from "./feature.ts";
import { feedsManifest } from "./feeds/manifest.ts";
import { pdfManifest } from "./pdf/manifest.ts";
import { renderingManifest } from "./rendering/manifest.ts";
import { areWallsLeftOut } from "./walls/manifest.ts";

/**
 * All features, in the order in which their rules act. Sessions come before everything that tells walls: the
 * login of a site with a session is no wall.
 */
export const FEATURES: readonly Feature[] = [
  {
    isUsed: (_project, { sessions }) => sessions !== undefined && sessions.size > 0,
    load: () => import("./sessions/rule.ts"),
  },
  { isUsed: feedsManifest.isUsed, load: () => import("./feeds/rule.ts") },
  { isUsed: areWallsLeftOut, load: () => import("./walls/rule.ts") },
  { isUsed: pdfManifest.isUsed, load: () => import("./pdf/rule.ts") },
  { isUsed: renderingManifest.isUsed, load: () => import("./rendering/rule.ts") },
  { isUsed: () => true, load: () => import("./signals/rule.ts") },
  { isUsed: copiesManifest.isUsed, load: () => import("./copies/rule.ts") },
];
