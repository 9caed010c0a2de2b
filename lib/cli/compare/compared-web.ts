import type { RecordedWeb } from "../../adapters/web/recorded/recorded-web.ts";
import { parseTargetRule, type TargetRule } from "../../domain/measures/truth.ts";
import { fail } from "../../errors.ts";
import type { Truth } from "../../evaluation/compare-strategies.ts";
import type { Project } from "../../project/project-schema.ts";
import type { KnownInputs } from "../../run/input/crawl-inputs.ts";
import { readTruth } from "../../run/input/read-truth.ts";
import { openRecording } from "../../run/web/open-web.ts";
import { type OwnTruth, openRunAsWeb } from "./run-as-web.ts";

/** The user's options for the web and its truth. */
export interface WebOptions {
  readonly web: readonly string[];
  /** Directory of a run, instead of recordings. */
  readonly against: string | undefined;
  readonly ownTruth: OwnTruth;
  readonly truth: readonly string[];
  /** One rule for all projects, or one for each. */
  readonly target: readonly string[];
}

/** The web that strategies are compared on. */
export interface ComparedWeb {
  readonly web: RecordedWeb;
  /**
   * Returns the truth of a project, by its place on the command line from 0; `undefined` when the
   * crawl's own predictions count.
   */
  truthOf(project: number): Promise<Truth | undefined>;
  /**
   * Returns the known initial inputs of a project: only those of the run that is compared against.
   */
  inputsOf(project: Project): Pick<KnownInputs, "need" | "foundSeeds">;
  /** A note on how reliable the truth is, when it is a run's own. */
  readonly truthNote: string | undefined;
}

/**
 * Opens the recordings or the run that the user names; the caller closes its web.
 * @throws DowserError `truth-without-target`, `compare-needs-web`, `targets-not-of-projects`,
 * `bad-target-rule`
 */
export async function openComparedWeb(options: WebOptions, projects: number): Promise<ComparedWeb> {
  const { truth, against, ownTruth } = options;
  const rules = targetRules(options, projects);
  if (against === undefined) {
    if (options.web.length === 0) throw fail("compare-needs-web");
    const web = await openRecording(options.web);
    const truthOf = truthByRules(web, truth, rules);
    return { web, truthOf, inputsOf: () => ({}), truthNote: undefined };
  }
  const run = await openRunAsWeb(against);
  const { web } = run;
  const inputsOf: ComparedWeb["inputsOf"] = (project) => run.inputsOf(project);
  if (rules.length > 0) {
    const truthOf = truthByRules(web, truth, rules);
    return { web, truthOf, inputsOf, truthNote: undefined };
  }
  try {
    const own = run.truthBy(ownTruth);
    const truthNote = run.describeTruth(ownTruth);
    return { web, truthOf: async () => own, inputsOf, truthNote };
  } catch (error) {
    web.close();
    throw error;
  }
}

function truthByRules(web: RecordedWeb, files: readonly string[], rules: readonly TargetRule[]) {
  return async (project: number): Promise<Truth | undefined> => {
    const rule = rules[project] ?? rules[0];
    return rule === undefined ? undefined : readTruth(files, rule, web);
  };
}

/** Reads the target rules; none when no truth is given. */
function targetRules({ truth, target }: WebOptions, projects: number): TargetRule[] {
  if (truth.length === 0 && target.length === 0) return [];
  if (truth.length === 0 || target.length === 0)
    throw fail("truth-without-target", { value: { truth, target } });
  if (target.length === 1 || target.length === projects) return target.map(parseTargetRule);
  throw fail("targets-not-of-projects", { count: target.length, projects, value: target });
}
