import { join } from "node:path";
import { build } from "esbuild";

/** The files of the page. */
export interface WebAssets {
  readonly script: Uint8Array;
  readonly style: Uint8Array;
}

/** Bundles the page: one script, one style sheet, nothing from elsewhere. */
export async function bundleWeb(): Promise<WebAssets> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, "page.tsx"), join(import.meta.dirname, "page.css")],
    outdir: "out",
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
  });
  const named = (ending: string) =>
    outputFiles.find(({ path }) => path.endsWith(ending))?.contents ?? new Uint8Array();
  return { script: named(".js"), style: named(".css") };
}
