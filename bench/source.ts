/**
 * Structure-oriented crawling on recorded forums and a generated one: the tables of Xu, Gao & Callan 2018 beside this
 * implementation's. Truth: the label files, which no strategy sees. What is printed of crawls and
 * clusterings depends on the recordings alone.
 *
 * `npm run bench -- source [clusters | ucc | target | sweep | ablation] [FOLDER FOR PLOTS]`, or `source speed [ROUNDS] [PAGES]`
 */
import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { About } from "./entry/about.ts";
import { ablation } from "./source/ablation.ts";
import { clusterings } from "./source/clusters.ts";
import { type Forum, listForums } from "./source/forum.ts";
import { speed } from "./source/speed.ts";
import { sampleSizes } from "./source/sweep.ts";
import { targets } from "./source/target.ts";
import { userContent } from "./source/ucc.ts";

/** As listed by the entry of all benches. */
export const about: About = {
  measures: "one site by the structure of its pages: source and its rivals on forums",
  takes: "some 40 minutes",
};

type Part = (forums: readonly Forum[], folder: string) => Promise<void> | void;

const PARTS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ["clusters", clusterings],
  ["ucc", userContent],
  ["target", targets],
  ["sweep", sampleSizes],
  ["ablation", ablation],
]);

export default async function bench(args: string[]): Promise<void> {
  if (args[0] === "speed") return speed(...args.slice(1).map(Number));
  const [name = "", folder] = PARTS.has(args[0] ?? "") ? args : ["", ...args];
  const plots = folder ?? mkdtempSync(join(tmpdir(), "dowser-plots-"));
  mkdirSync(plots, { recursive: true });
  const forums = listForums();
  for (const [part, run] of PARTS) {
    const isAsked = name === "" || name === part;
    if (isAsked && forums.length > 0) await run(forums, plots);
  }
  if (name === "") speed();
  console.log(`\nplots: ${plots}`);
}
