/** What a feature means for the rest of a project. It knows no project: the schema of projects is made of it. */

import type { ErrorWith } from "../errors.ts";

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
  /** Time that it adds to a lease where so many pages are fetched at once, in ms. */
  readonly leaseMs?: (concurrency: number, project: AskedKeys) => number;
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
