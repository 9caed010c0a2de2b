import { copyFileSync, existsSync, renameSync } from "node:fs";
import { extname, join } from "node:path";
import { canonicalUrl } from "../../domain/url/canonical-url.ts";
import type { Url } from "../../domain/url/url.ts";
import type { GivenSeed } from "../../evaluation/seed-outcomes.ts";
import { seedLines } from "../../project/seed-list.ts";
import { RUN_FILES } from "./run-database.ts";
import { loadFoundSeeds } from "./run-inputs.ts";
import { loadRunProject, type RunProject } from "./run-project.ts";

/**
 * Keeps the list of seeds in the directory of its run, when none is kept yet: what became of each
 * line can be told when the user's file is gone.
 */
export function saveSeedList(
  directory: string,
  { seeds: { file } }: Pick<RunProject, "seeds">,
): void {
  if (file === undefined) return;
  const kept = keptList(directory, file);
  if (existsSync(kept)) return;
  copyFileSync(file, `${kept}.new`);
  renameSync(`${kept}.new`, kept);
}

function keptList(directory: string, file: string): string {
  return join(directory, seedListName(file));
}

/** Names the file of a run that keeps the list of seeds in `file`; its ending says how it is read. */
export function seedListName(file: string): string {
  return `${RUN_FILES.seedList}${extname(file).toLowerCase()}`;
}

/** The seeds of a run. */
interface RunSeeds {
  /** Number of seeds, those of a search included. */
  readonly count: number;
  /**
   * Lists them as they were given: the lines of the list, then the other URLs of the project, then
   * what a search found, each once. Pages that sitemaps list are left out.
   */
  list(): AsyncIterable<GivenSeed>;
}

/** Reads the seeds of a run; there are none where its project is not known. */
export function seedsOfRun(directory: string): RunSeeds {
  const { seeds, scope } = loadRunProject(directory) ?? {};
  const found = loadFoundSeeds(join(directory, RUN_FILES.seeds))?.found ?? [];
  return {
    count: (seeds?.urls.length ?? 0) + found.length,
    async *list() {
      if (seeds === undefined || scope === undefined) return;
      const given = new Set<Url>();
      const kept = seeds.file === undefined ? undefined : keptList(directory, seeds.file);
      if (kept !== undefined && existsSync(kept)) {
        for await (const { line, text, url, reason: leftOut } of seedLines(kept, scope)) {
          if (url !== undefined) given.add(url);
          yield { from: "list", line, text, url, leftOut };
        }
      }
      for (const [from, texts] of [
        ["project", seeds.urls],
        ["search", found.map(({ url }) => url)],
      ] as const) {
        for (const text of texts) {
          const parsed = canonicalUrl(text, undefined, scope);
          if (!parsed.ok || given.has(parsed.url)) continue;
          given.add(parsed.url);
          yield { from, line: undefined, text, url: parsed.url, leftOut: undefined };
        }
      }
    },
  };
}
