import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { WebAssets } from "../../../web/bundle.ts";

/** Folder of the page: its source, or what was bundled from it. */
const WEB = join(import.meta.dirname, "../../../web");

/**
 * Loads script and style of the page: those that the package has, or, in a checkout, bundled now from
 * the source.
 */
export async function loadAssets(): Promise<WebAssets> {
  const [script, style] = [join(WEB, "page.js"), join(WEB, "page.css")];
  if (!existsSync(join(WEB, "page.tsx"))) {
    return { script: await readFile(script), style: await readFile(style) };
  }
  const { bundleWeb } = await import("../../../web/bundle.ts");
  return bundleWeb();
}
