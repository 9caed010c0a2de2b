import { type Project, projectSchema } from "../../lib/project/project-schema.ts";
import type { PlanBundle } from "../../lib/stack/bundle.ts";
import { aNeed } from "./a-need.ts";

/** Returns a project with all that a live crawl needs. */
export function aProject(parts: Record<string, unknown> = {}): Project {
  return projectSchema.parse({
    name: "bees",
    seeds: { urls: ["https://bees.example/"] },
    strategy: "best-first",
    politeness: { contact: "test@dowser.example" },
    ...parts,
  });
}

/** Returns a bundle with sensible defaults. */
export function aBundle(parts: Partial<PlanBundle> = {}): PlanBundle {
  return {
    project: aProject(),
    need: aNeed({ topic: "bees" }),
    foundSeeds: undefined,
    sitemapSeeds: [],
    sessions: [],
    year: 2026,
    ...parts,
  };
}
