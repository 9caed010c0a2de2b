import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DemoWeb } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/demo.ts";

/** What this process has recorded: it takes a second each time. */
let recorded: { readonly demo: DemoWeb; readonly files: readonly [string, Buffer][] } | undefined;

/** A recording of the demo web with its truth, as files in a folder. */
export async function writeDemoWarc(
  folder: string,
): Promise<{ readonly warc: string; readonly truth: string; readonly demo: DemoWeb }> {
  if (recorded === undefined) {
    const demo = generateDemoWeb(1);
    await recordDemo(demo, folder);
    const files = Object.values(DEMO_FILES).map((name): [string, Buffer] => [
      name,
      readFileSync(join(folder, name)),
    ]);
    recorded = { demo, files };
  }
  const { demo, files } = recorded;
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  return { warc: join(folder, DEMO_FILES.web), truth: join(folder, DEMO_FILES.truth), demo };
}
