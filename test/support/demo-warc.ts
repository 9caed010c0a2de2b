import { join } from "node:path";
import type { DemoWeb } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/record-demo.ts";

/** A recording of the demo web with its truth, as files in a folder. */
export async function writeDemoWarc(
  folder: string,
): Promise<{ readonly warc: string; readonly truth: string; readonly demo: DemoWeb }> {
  const demo = generateDemoWeb(1);
  await recordDemo(demo, folder);
  return { warc: join(folder, DEMO_FILES.web), truth: join(folder, DEMO_FILES.truth), demo };
}
