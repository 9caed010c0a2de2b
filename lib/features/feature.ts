/** What a feature is: its rules, what its keys of the project mean, and its words. */
import type {
  CrawlRules,
  DecideRule,
  DecideRulePorts,
  FetchRule,
  ReadRule,
} from "../crawl/rules.ts";
import type { ErrorWith } from "../errors.ts";

/** The rules of a feature in one crawl: one for each place where it acts. */
export interface OpenedFeature {
  readonly fetch?: FetchRule;
  readonly read?: ReadRule;
  readonly decide?: (ports: DecideRulePorts) => DecideRule;
}

// What a feature means for the rest of a project. It knows no project: the schema of projects is made of it.

/** What is known of the web that is crawled: plain values, the same on both sides of a stack. */
export interface WebFacts {
  /** False for a recording. */
  readonly isLive: boolean;
  /** Origins that a session is sent to. */
  readonly sessions?: ReadonlySet<string>;
}

/** The keys of a project that manifests read. Runs of an earlier version may lack a section. */
export interface AskedKeys {
  readonly scope?:
    | { readonly copies?: string; readonly pdf?: boolean; readonly feeds?: boolean }
    | undefined;
  readonly assessor?: object | undefined;
  readonly need?:
    | {
        readonly examplePage?: string | undefined;
        readonly detect?: string | undefined;
      }
    | undefined;
  readonly render?: { readonly seconds: number; readonly pages: number } | undefined;
}

/** A key that does not go with another one. */
export interface Conflict {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** What a feature means for the rest of a crawl. */
export interface Manifest {
  /** Returns whether a project asks for it. */
  readonly isUsed: (project: AskedKeys) => boolean;
  /** Media types and extensions that it reads beside those of pages. */
  readonly mediaTypes?: readonly string[];
  readonly extensions?: readonly string[];
  /** A body that was stored before is not stored again. */
  readonly storesOnce?: true;
  /** The key that keeps a project out of a stack, and the error that says why. */
  readonly notForStack?: {
    readonly key: string;
    readonly error: ErrorWith<never> & `project-not-for-stack/${string}`;
  };
  /**
   * Returns the key that does not go with another one. It is asked of projects that are not valid elsewhere,
   * too: so the media types of wanted files are a function.
   */
  readonly conflict?: (wantedTypes: () => readonly string[]) => Conflict | undefined;
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

// The words that a feature adds to reports, to commands and to the page.

/** What is said of a crawl that a rule paused. */
export interface PauseWords {
  /** The end, as the log has it. */
  readonly end: string;
  /** Completes the sentence "it ended because …". */
  readonly because: string;
  /** Of the command. */
  readonly exitCode: number;
  /** Says what happened and what to do, by the event of the log and the keys of the project. */
  notice(
    detail: Readonly<Record<string, unknown>>,
    project: { readonly access?: string | undefined },
  ): string;
  /** The same for a stack. */
  readonly stack: { readonly message: string; readonly hint: string };
}

/** The words of one feature. */
export interface FeatureWords {
  /** Meanings of its reasons, for a reader who does not know the crawler. */
  readonly reasons: Readonly<Record<string, string>>;
  /** Those of its reasons for which no server was asked. */
  readonly notAsked?: readonly string[];
  /** Those for which a server was asked and answered. */
  readonly answered?: readonly string[];
  readonly pause?: PauseWords;
}
