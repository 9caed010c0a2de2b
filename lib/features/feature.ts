/** What a feature is: whether a project uses it, and the rules by which it then takes part in a crawl. */
import type {
  CrawlRules,
  DecideRule,
  DecideRulePorts,
  FetchRule,
  ReadRule,
} from "../crawl/rules.ts";
import type { Project } from "../project/project-schema.ts";
import type { WebFacts } from "./manifest.ts";

/** The rules of a feature in one crawl: one for each place where it acts. */
export interface OpenedFeature {
  readonly fetch?: FetchRule;
  readonly read?: ReadRule;
  readonly decide?: (ports: DecideRulePorts) => DecideRule;
}

/** A feature of a crawl that not every project uses. */
export interface Feature {
  readonly isUsed: (project: Project, web: WebFacts) => boolean;
  /** Loads what its users alone need. */
  readonly load: () => Promise<{
    readonly open: (project: Project, web: WebFacts) => OpenedFeature | Promise<OpenedFeature>;
  }>;
}

/** The part of a plan that the features of a project make. */
export interface OpenedRules {
  readonly rules: CrawlRules;
  readonly reads: readonly ReadRule[];
}
