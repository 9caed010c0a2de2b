import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { truthOf } from "../../demo/demo-truth.ts";
import { demoOrigin } from "../../demo/demo-web.ts";
import { generateDemoWeb } from "../../demo/generate-demo-web.ts";
import { DEMO_FILES, recordDemo } from "../../lib/cli/demo.ts";
import { NO_NEED } from "../../lib/domain/methods/label-need.ts";
import { canonicalUrl } from "../../lib/domain/web/url/canonical-url.ts";
import type { Url } from "../../lib/domain/web/url/url.ts";
import { openRecording } from "../../lib/run/web/open-web.ts";
import type { Group, OpenTask } from "../auto/task.ts";

const NAME = "generated";

/** Seeds of generated webs, each a task. */
const WEBS = [1, 2, 3, 4];

/** Where people begin, of the sites that are not about the topic alone. */
const STARTS = ["forum", "garden-blog", "news"] as const;

/** The generated web that everybody has, by one topic. */
export const GENERATED: Group = {
  name: NAME,
  about: "pages about bees on generated sites, by a topic",
  specialist: "auto",
  hasLabels: false,
  options: new Map(),
  absent: () => undefined,
  tasks: () =>
    WEBS.map((seed) => {
      const name = `web ${seed}`;
      const task = { group: NAME, name, web: `${NAME} ${seed}`, isDrawn: false };
      return { ...task, open: () => openTask(seed) };
    }),
};

async function openTask(seed: number): Promise<OpenTask> {
  const demo = generateDemoWeb(seed);
  const folder = mkdtempSync(join(tmpdir(), "dowser-generated-"));
  await recordDemo(demo, folder);
  const web = await openRecording([join(folder, DEMO_FILES.web)]);
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const seeds = STARTS.map((site) => asUrl(demoOrigin(site)));
  const targets = truthOf(demo).filter(({ target, forbidden }) => target && !forbidden);
  return {
    ...{ web, seeds, excluded: new Set(), drawsUnrecorded: true },
    targets: new Set(targets.map(({ url }) => asUrl(url))).difference(new Set(seeds)),
    budget: Number.POSITIVE_INFINITY,
    needFor: async () => ({ ...NO_NEED, topic: "beekeeping honey hive" }),
  };
}

function asUrl(text: string): Url {
  const parsed = canonicalUrl(text);
  if (!parsed.ok) throw new Error(`no URL: ${text}`);
  return parsed.url;
}
