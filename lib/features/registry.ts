/** The features that a crawl may use, by name: how each is loaded, and what a project that uses it needs. */
import { assessManifest, assessSection } from "./assess/manifest.ts";
import { copiesManifest, copiesScope } from "./copies/manifest.ts";
import type {
  AskedKeys,
  AskedProject,
  Feature,
  Manifest,
  OpenedFeature,
  OpenedRules,
  WebFacts,
} from "./feature.ts";
import { feedsManifest, feedsScope } from "./feeds/manifest.ts";
import { pdfManifest, pdfScope } from "./pdf/manifest.ts";
import { recrawlStack } from "./recrawl/manifest.ts";
import { renderingManifest, renderingSection } from "./rendering/manifest.ts";
import { signalsPoliteness, signalsUse } from "./signals/manifest.ts";
import { areWallsLeftOut, wallsScope } from "./walls/manifest.ts";

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

// Opens the features that a project uses.

/** Opens the features that a project uses, in their order; loads no other. */
export async function openRules(project: AskedProject, web: WebFacts): Promise<OpenedRules> {
  const used = FEATURES.filter((feature) => feature.isUsed(project, web));
  const loaded = await Promise.all(used.map((feature) => feature.load()));
  const opened = await Promise.all(loaded.map(async ({ open }) => open(project, web)));
  return rulesOf(...opened);
}

/** Returns the part of a plan that opened features make, in their order. */
export function rulesOf(...opened: readonly OpenedFeature[]): OpenedRules {
  return {
    rules: {
      fetch: opened.flatMap(({ fetch }) => fetch ?? []),
      decide: opened.flatMap(({ decide }) => decide ?? []),
    },
    reads: opened.flatMap(({ read }) => read ?? []),
  };
}

// What all features add to the project file, loaded with its schema.

/** The keys that features add, by the place where the schema of the project file spreads them. */
export const FEATURE_SECTIONS = {
  use: signalsUse,
  project: { ...renderingSection, ...assessSection },
  scope: { ...copiesScope, ...feedsScope, ...pdfScope, ...wallsScope },
  politeness: signalsPoliteness,
  stack: recrawlStack,
} as const;

const MANIFESTS: readonly Manifest[] = [
  renderingManifest,
  feedsManifest,
  pdfManifest,
  copiesManifest,
  assessManifest,
];

/** Returns the manifests of the features that a project asks for. */
export function manifestsOf(project: AskedKeys): readonly Manifest[] {
  return MANIFESTS.filter((manifest) => manifest.isUsed(project));
}

/** Returns the media types that the features of a project read beside pages. */
export function mediaTypesRead(project: AskedKeys): readonly string[] {
  return manifestsOf(project).flatMap(({ mediaTypes }) => mediaTypes ?? []);
}

/** Returns the extensions of what the features of a project read beside pages. */
export function extensionsRead(project: AskedKeys): readonly string[] {
  return manifestsOf(project).flatMap(({ extensions }) => extensions ?? []);
}
