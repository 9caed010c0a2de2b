import type { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import type { StrategyChoice } from "../domain/methods/strategy-module.ts";
import { extensionsRead, mediaTypesRead } from "../features/registry.ts";
import { defaultStrategy } from "./default-strategy.ts";
import { scopeDefaults } from "./files-schema.ts";
import { conflictsIn } from "./project-conflicts.ts";
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
