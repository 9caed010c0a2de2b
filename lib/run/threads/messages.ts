import type { JudgedPage } from "../../crawl/judge-page.ts";
import type { JudgingTask, PageReading, PageTask } from "../../crawl/read-page.ts";
import type { Json } from "../../domain/json.ts";
import type { Url } from "../../domain/web/url/url.ts";
import type { DowserError } from "../../errors.ts";
import type { Project } from "../../project/project-schema.ts";

/** All that a thread needs to know of a crawl of the live web before it reads pages. */
export interface ReadingSource {
  readonly project: Project;
  /** The seeds that the scope knows. */
  readonly seeds: readonly Url[];
  /** Year (UTC) of the crawl's first start. */
  readonly year: number;
}

/** A model with the labels that go before it; plain values. */
export interface ModelInstalled {
  readonly kind: "install";
  /** Number of the model for later messages. */
  readonly slot: number;
  readonly hash: string;
  readonly model: Json;
  readonly pages: number;
  readonly labels: ReadonlyMap<Url, number> | undefined;
}

/** Work on a page, without the plan and the model, which the thread knows by a number. */
export type Work =
  | ({ readonly kind: "read" } & Omit<PageTask, "plan" | "model">)
  | ({ readonly kind: "judge" } & Omit<JudgingTask, "plan" | "model">);

/** The result of work. */
export type Done =
  | { readonly kind: "read"; readonly reading: PageReading }
  | { readonly kind: "judge"; readonly judged: JudgedPage };

/** What the crawl tells a thread. */
export type ToThread =
  | ModelInstalled
  /** No work will name this model any more. */
  | { readonly kind: "remove"; readonly slot: number }
  | { readonly kind: "work"; readonly id: number; readonly slot: number; readonly work: Work };

/** The parts of an error that survive the way between two threads. */
export type SentError = Pick<DowserError, "message" | "code" | "reaction" | "hint"> & {
  readonly stack: string | undefined;
};

/** What a thread tells the crawl. */
export type FromThread =
  | { readonly kind: "ready" }
  | { readonly kind: "done"; readonly id: number; readonly done: Done }
  /** The work threw an error that the crawl must know. */
  | { readonly kind: "error"; readonly id: number; readonly error: SentError };
