import type { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { assessorConflicts } from "../features/assess/manifest.ts";
import type { Conflict } from "../features/feature.ts";
import { extensionsRead, manifestsOf, mediaTypesRead } from "../features/registry.ts";
import { AUTO, defaultStrategy } from "./default-strategy.ts";
import { fileNeed, scopeConflicts, scopeDefaults } from "./files-schema.ts";
import { unknownLanguages } from "./scope-schema.ts";
import { isOfDiscovered } from "./stop-schema.ts";
import { type WrittenProject, writtenSchema } from "./written-project.ts";

/**
 * The project file. Strict at every level; each key carries its description into the JSON Schema.
 */
export const projectSchema = writtenSchema
  .superRefine((project, context) => {
    for (const { path, message } of conflictsIn(project)) {
      context.addIssue({ code: "custom", path: [...path], message });
    }
  })
  .transform(({ strategy: chosen, ...project }) => {
    const strategy = chosen ?? defaultStrategy(project.need).choice;
    const defaults = scopeDefaults(project.need.files, extensionsRead(project));
    const {
      hosts = defaultHosts(strategy, project.need),
      mediaTypes: pageTypes = defaults.mediaTypes,
      skipExtensions = defaults.skipExtensions,
      dropParameters,
      traps,
      ...rules
    } = project.scope;
    const mediaTypes = [...new Set([...pageTypes, ...mediaTypesRead(project)])];
    const last = { mediaTypes, skipExtensions, dropParameters, traps };
    // Written and read again, the project is the same text: its keys are in the schema's order.
    return { ...project, strategy, scope: { hosts, ...rules, ...last } };
  })
  .describe("A Dowser project file.");

/** A project as the use cases see it: every default filled in, every quantity in its key's unit. */
export type Project = z.output<typeof projectSchema>;

/** Strategies that learn the pages and URLs of one site: links to others only mislead them. */
const OF_ONE_SITE: ReadonlySet<string> = new Set(["source", "published-source", "tpm", "irobot"]);

/** Returns where links may lead when the project does not say. */
function defaultHosts(
  { name }: StrategyChoice,
  { examplePage, detect }: WrittenProject["need"],
): "seeds" | typeof DEFAULTS.scope.hosts {
  const isOfOneSite = examplePage !== undefined || detect === "user-content";
  const staysThere = OF_ONE_SITE.has(name) || (name === "auto" && isOfOneSite);
  return staysThere ? "seeds" : DEFAULTS.scope.hosts;
}

/** Returns the keys of a project that contradict each other, each valid by itself. */
function* conflictsIn(project: WrittenProject): Iterable<Conflict> {
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
  if (need.words !== undefined && need.topic === undefined) {
    yield { path: ["need", "words"], message: "expected need.topic beside them" };
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
