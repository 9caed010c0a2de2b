import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { DemoWeb } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/demo.ts";

/** What this process has recorded: it takes a second each time. */
let recorded: { readonly demo: DemoWeb; readonly files: readonly [string, Buffer][] } | undefined;

/** The recording without gzip: a program opens it in a fifth of the processor time. */
const WEB = "web.warc";

/** A recording of the demo web with its truth, as files in a folder. */
export async function writeDemoWarc(
  folder: string,
): Promise<{ readonly warc: string; readonly truth: string; readonly demo: DemoWeb }> {
  if (recorded === undefined) {
    const demo = generateDemoWeb(1);
    await recordDemo(demo, folder);
    const read = (name: string) => readFileSync(join(folder, name));
    const { web, ...others } = DEMO_FILES;
    const files = Object.values(others).map((name): [string, Buffer] => [name, read(name)]);
    recorded = { demo, files: [[WEB, gunzipSync(read(web))], ...files] };
  }
  const { demo, files } = recorded;
  for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes);
  return { warc: join(folder, WEB), truth: join(folder, DEMO_FILES.truth), demo };
}
