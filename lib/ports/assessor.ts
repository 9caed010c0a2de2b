import type { TokenCount } from "../domain/cost/spend.ts";
import type { Json } from "../domain/json.ts";

/** One question. What a page says stands in `user` alone, as data. */
export interface Question {
  readonly system: string;
  readonly user: string;
  /** JSON Schema of the answer; absent where a server would not take one. */
  readonly schema?: { readonly [key: string]: Json };
  /** Most tokens of the answer, from 1. */
  readonly mostTokens: number;
}

/** What became of asking once. */
export type AssessorOutcome =
  | {
      readonly kind: "answered";
      readonly text: string;
      /** Model that answered, by its own word. */
      readonly model: string;
      /** `undefined` when the assessor does not count them. */
      readonly tokens: TokenCount | undefined;
    }
  /** It may answer later, after `waitMs` if it says so. `mayCost`: it may have worked on the question. */
  | {
      readonly kind: "busy";
      readonly detail: string;
      readonly waitMs: number | undefined;
      readonly mayCost: boolean;
    }
  /** It did not take this form of question, or answered in no form that it should; other questions are not concerned. */
  | { readonly kind: "unreadable"; readonly detail: string; readonly mayCost: boolean }
  /** It will answer no question: a wrong key, an unknown model, a redirect. */
  | { readonly kind: "refused"; readonly detail: string };

/** Whoever answers questions about pages: a language model, or whatever a laboratory has. */
export interface Assessor {
  /**
   * Asks once, and waits no longer than a set time: whether and when to ask again is the caller's. Faults are
   * outcomes; nothing that it returns has a secret in it. May be called again before it has answered.
   */
  ask(question: Question): Promise<AssessorOutcome>;
  /** Ends connections and processes. */
  close(): Promise<void>;
}
