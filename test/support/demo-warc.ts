import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { truthOf } from "../../demo/demo-truth.ts";
import type { DemoWeb } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { recordDemoWeb } from "../../demo/record-demo-web.ts";
import { writeWarcFile } from "../../lib/warc/write-warc-file.ts";
import { aUrl } from "./a-url.ts";
import { aFetchedPage } from "./scripted-web.ts";

/** A recording of the demo web with its truth, as files in a folder. */
export async function writeDemoWarc(
  folder: string,
): Promise<{ readonly warc: string; readonly truth: string; readonly demo: DemoWeb }> {
  const demo = generateDemoWeb(1);
  const recorded = Array.from(recordDemoWeb(demo)).filter(({ headers }) =>
    headers.every(([name]) => name !== "content-encoding"),
  );
  const warc = join(folder, "demo.warc.gz");
  const pages = recorded.map(({ url, status, headers, body }) => ({
    page: aFetchedPage(aUrl(url), "", { status, headers, body: Buffer.from(body) }),
    fetchedAt: Date.UTC(2026, 0, 1),
  }));
  await writeWarcFile(warc, pages, { software: "test" });
  const truth = join(folder, "truth.jsonl");
  writeFileSync(
    truth,
    truthOf(demo)
      .map((line) => `${JSON.stringify(line)}\n`)
      .join(""),
  );
  return { warc, truth, demo };
}
