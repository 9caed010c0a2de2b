/** What a feature is: whether a project uses it, and the rules by which it then takes part in a crawl. */
import type {
  CrawlRules,
  DecideRule,
  DecideRulePorts,
  FetchRule,
  ReadRule,
} from "../crawl/rules.ts";
import type { AskedKeys, WebFacts } from "./manifest.ts";

/** The rules of a feature in one crawl: one for each place where it acts. */
export interface OpenedFeature {
  readonly fetch?: FetchRule;
  readonly read?: ReadRule;
  readonly decide?: (ports: DecideRulePorts) => DecideRule;
}

/** What features read of a project. They know no more of it: the schema of projects is made of their manifests. */
export interface AskedProject extends AskedKeys {
  readonly scope: NonNullable<AskedKeys["scope"]> & {
    readonly walls: "keep" | "leave-out" | "probe" | "always";
  };
  readonly politeness: { readonly userAgent: string; readonly maxAttempts: number };
}

/** A feature of a crawl that not every project uses. */
export interface Feature {
  readonly isUsed: (project: AskedProject, web: WebFacts) => boolean;
  /** Loads what its users alone need. */
  readonly load: () => Promise<{
    readonly open: (project: AskedProject, web: WebFacts) => OpenedFeature | Promise<OpenedFeature>;
  }>;
}

/** The part of a plan that the features of a project make. */
export interface OpenedRules {
  readonly rules: CrawlRules;
  readonly reads: readonly ReadRule[];
}
