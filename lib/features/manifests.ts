/** The manifests of all features, loaded with the schema of the project file. */
import { copiesManifest } from "./copies/manifest.ts";
import { feedsManifest } from "./feeds/manifest.ts";
import type { AskedKeys, Manifest } from "./manifest.ts";
import { pdfManifest } from "./pdf/manifest.ts";
import { renderingManifest } from "./rendering/manifest.ts";

const MANIFESTS: readonly Manifest[] = [
  renderingManifest,
  feedsManifest,
  pdfManifest,
  copiesManifest,
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
