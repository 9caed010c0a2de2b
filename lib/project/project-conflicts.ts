import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { assessorConflicts } from "../features/assess/manifest.ts";
import type { Conflict } from "../features/feature.ts";
import { manifestsOf } from "../features/registry.ts";
import { AUTO } from "./default-strategy.ts";
import { fileNeed, scopeConflicts } from "./files-schema.ts";
import { unknownLanguages } from "./scope-schema.ts";
import { isOfDiscovered } from "./stop-schema.ts";
import type { WrittenProject } from "./written-project.ts";

/** Returns the keys of a project that contradict each other, each valid by itself. */
export function* conflictsIn(project: WrittenProject): Iterable<Conflict> {
  const { need, purpose, politeness, seeds, search, scope, budget, stop, strategy } = project;
  if (purpose !== undefined && politeness.robotsMeta === "ignore") {
    yield {
      path: ["politeness", "robotsMeta"],
      message: "expected `obey` beside a `purpose`: who states one keeps to what sites ask",
    };
  }
  if (need.detect !== undefined && !looksForDetected(strategy ?? AUTO)) {
    yield {
      path: ["need", "detect"],
      message: "expected `strategy: auto` beside it, or none: no other strategy looks for it",
    };
  }
  yield* assessorConflicts(project.assessor);
  for (const { conflict } of manifestsOf(project)) {
    const found = conflict?.(() => fileNeed(need.files)?.mediaTypes ?? []);
    if (found !== undefined) yield found;
  }
  for (const { key, message } of scopeConflicts(need.files, scope)) {
    yield { path: ["scope", key], message };
  }
  for (const [index, language] of unknownLanguages(scope)) {
    yield {
      path: ["scope", "languages", index],
      message: `expected one of the languages that scope.detectLanguage tells, found \`${language}\``,
    };
  }
  if (budget.pagesPerSite !== undefined && stop !== undefined && isOfDiscovered(stop)) {
    yield {
      path: ["budget", "pagesPerSite"],
      message:
        "expected no `stop.of: discovered` beside it: links are drawn by chance from all sites",
    };
  }
  if (need.ontology !== undefined && need.topic === undefined) {
    yield {
      path: ["need", "ontology"],
      message: "expected need.topic beside it: the topic to look up",
    };
  }
  if (search === undefined && seeds.queries.length > 0) {
    yield {
      path: ["seeds", "queries"],
      message: "expected a `search` section that says who is asked",
    };
  }
  const hasWords = seeds.queries.length > 0 || need.topic !== undefined;
  if (search !== undefined && search.compose === undefined && !hasWords) {
    yield {
      path: ["search"],
      message: "expected words to search for, in seeds.queries or need.topic",
    };
  }
}

/** Reports whether a strategy may look for what {@link needSchema} can detect: `auto`, or a module. */
function looksForDetected({ name, module }: StrategyChoice): boolean {
  return name === AUTO.name || module !== undefined;
}
