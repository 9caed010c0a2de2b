/** The registers of a stack: keys with one value, whom they belong to, and how they are read. */
import * as z from "zod/mini";
import type { AnswerStore, KeptAnswer } from "../crawl/query-schedule.ts";
import type { CrawlReport } from "../crawl/report-crawl.ts";
import { ADMITTED_STATES } from "../domain/frontier/link.ts";
import type { Json } from "../domain/json.ts";
import { type DowserError, fail } from "../errors.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { type Flaw, parsed } from "./parsed.ts";
import {
  type AssessedState,
  assessedSchema,
  type CrawlOrder,
  type EndedCrawl,
  endedSchema,
  errorSchema,
  exportSchema,
  madeReportSchema,
  orderSchema,
  type PlannerState,
  plannerSchema,
  proposalSchema,
  reportSchema,
  type StackExport,
  type StackReport,
  type TrainedProposal,
} from "./stack-state.ts";

/**
 * States of a link as a planner tells them: those of its frontier, where a link that was refused when it was found is
 * `out-of-scope`; and `unknown` of a link that was never found.
 */
export const TOLD_STATES = [...ADMITTED_STATES, "out-of-scope", "unknown"] as const;

/** Schema of what is told of the queue of a crawl: the register `frontier`. */
const toldFrontierSchema = z.object({
  crawl: z.string(),
  /** Ms since the epoch. */
  at: z.number(),
  /** Object with more of its links and hosts. */
  key: z.string(),
  waiting: z.number(),
  leased: z.number(),
  hosts: z.readonly(z.array(z.object({ host: z.string(), queued: z.number() }))),
  links: z.readonly(
    z.array(
      z.object({
        url: z.string(),
        host: z.string(),
        priority: z.number(),
        group: z.string(),
        depth: z.number(),
        why: z.string(),
      }),
    ),
  ),
});

/** Schema of the URLs that the API asks a planner about, and of its answers: the register `links`. */
const askedLinksSchema = z.object({
  crawl: z.string(),
  asked: z.readonly(z.array(z.string())),
  told: z.readonly(
    z.array(
      z.object({
        url: z.string(),
        /** Ms since the epoch. */
        at: z.number(),
        state: z.enum(TOLD_STATES),
        reason: z.nullable(z.string()),
        link: z.nullable(
          z.object({
            parent: z.nullable(z.string()),
            score: z.number(),
            model: z.nullable(z.string()),
            why: z.string(),
            group: z.string(),
            depth: z.number(),
            attempts: z.number(),
          }),
        ),
        before: z.nullable(z.object({ all: z.number(), atHost: z.number() })),
      }),
    ),
  ),
});

/** The URLs that a planner is asked about, and its answers. */
export type AskedLinks = Readonly<z.output<typeof askedLinksSchema>>;

/** What is told of the queue of a crawl. */
type ToldFrontier = Readonly<z.output<typeof toldFrontierSchema>>;

/** Schema of who reads the sitemaps of a crawl: the register `sitemaps`. */
const readingSchema = z.object({
  crawl: z.string(),
  /** Until when one process alone reads, in ms since the epoch. */
  until: z.number(),
  /** Processes that began to. */
  tries: z.number(),
});

/** Schema of pages that a crawl was asked to forget: the register `forget`. */
const forgetSchema = z.object({
  crawl: z.string(),
  /** When it was asked for, in ms since the epoch. */
  at: z.number(),
  /** Which, as the rules by which URLs are refused later. */
  rules: z.readonly(z.array(z.string())),
  /** Why; `null` where it only counts them. */
  reason: z.nullable(z.string()),
  /** What went, or would; `null` until it did. */
  found: z.nullable(
    z.object({
      records: z.number(),
      pages: z.number(),
      answers: z.number(),
      bytes: z.number(),
      queued: z.number(),
      models: z.number(),
      labels: z.number(),
      examples: z.number(),
      texts: z.number(),
      /** Pages under other URLs with the content of one of them. */
      copies: z.readonly(z.array(z.string())),
    }),
  ),
  /** Why it did not go well; it may be asked for again. */
  fault: z.nullable(errorSchema),
});

/** Pages that a crawl was asked to forget. */
export type StackForget = Readonly<z.output<typeof forgetSchema>>;

/** Schema of the files that a client announced for the next crawl: the register `files`. */
const filesSchema = z.object({
  files: z.readonly(z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() }))),
});

/** The registers that the parts of a stack share, with their values. */
export interface StackRegisters {
  /** Written by the API. */
  readonly order: CrawlOrder;
  /** Written by the planner. */
  readonly planner: PlannerState;
  /** Written by the trainer. */
  readonly trained: TrainedProposal;
  readonly assessed: AssessedState;
  readonly sitemaps: Readonly<z.output<typeof readingSchema>>;
  /** Asked for by the API, made by the trainer. */
  readonly export: StackExport;
  readonly report: StackReport;
  readonly forget: StackForget;
  /** Written by the planner. */
  readonly frontier: ToldFrontier;
  /** Asked by the API, told by the planner. */
  readonly links: AskedLinks;
  /** Written by the API, for itself. */
  readonly files: Readonly<z.output<typeof filesSchema>>;
}

const SCHEMAS: {
  readonly [Name in keyof StackRegisters]: z.ZodMiniType<StackRegisters[Name]>;
} = {
  order: orderSchema,
  planner: plannerSchema,
  trained: proposalSchema,
  assessed: assessedSchema,
  sitemaps: readingSchema,
  export: exportSchema,
  report: madeReportSchema,
  forget: forgetSchema,
  frontier: toldFrontierSchema,
  links: askedLinksSchema,
  files: filesSchema,
};

/**
 * A register's value, with the version to change it by; version 0 and `undefined` when there is no
 * value.
 */
interface Held<Value> {
  readonly version: number;
  readonly value: Value | undefined;
}

/**
 * Reads a register.
 * @throws DowserError `stack-state-damaged`
 */
export async function readRegister<Name extends keyof StackRegisters>(
  registers: Pick<KeyValueStore, "read">,
  name: Name,
): Promise<Held<StackRegisters[Name]>> {
  const held = await registers.read(name);
  if (held === undefined) return { version: 0, value: undefined };
  return { version: held.version, value: parseRegister(name, held.value) };
}

/**
 * Writes a register; returns false, and changes nothing, when the register is not at this version.
 */
export async function writeRegister<Name extends keyof StackRegisters>(
  registers: Pick<KeyValueStore, "write">,
  name: Name,
  value: StackRegisters[Name],
  version: number,
): Promise<boolean> {
  return registers.write(name, value, version);
}

/**
 * Reads the value of a register.
 * @throws DowserError `stack-state-damaged`
 */
export function parseRegister<Name extends keyof StackRegisters>(
  name: Name,
  value: Json,
): StackRegisters[Name] {
  return parsed<StackRegisters[Name]>(SCHEMAS[name], value, registerDamaged(name, value));
}

/**
 * Reads the crawls that are kept under a key.
 * @throws DowserError `stack-state-damaged`
 */
export function parseEnded(value: unknown, key: string): readonly EndedCrawl[] {
  return parsed(endedSchema, value, registerDamaged(key, key));
}

/**
 * Reads the report of a status.
 * @throws DowserError `stack-state-damaged`
 */
export function parseReport(value: Json): CrawlReport {
  return parsed(reportSchema, value, registerDamaged("planner", value));
}

/** Makes the error of a register whose value has another form. */
export function registerDamaged(register: string, value: Json): (flaw: Flaw) => DowserError {
  return ({ path, message }) => fail("stack-state-damaged", { register, path, message, value });
}

/** Most attempts to write a register: another planner wrote it in between at most once. */
const MAX_TRIES = 2;

const schema = z.object({
  /** Needed because the stack's next crawl has the same registers. */
  crawl: z.string(),
  query: z.string(),
  exclude: z.array(z.string()),
  leftOut: z.number(),
  results: z.array(z.object({ url: z.string(), title: z.string(), extract: z.string() })),
});

/**
 * Keeps the answers to a crawl's queries in registers, one per query. When a planner dies before
 * its next commit, its log is lost, but not the answer that it has paid for.
 */
export function answerRegisters(registers: KeyValueStore, crawl: string): AnswerStore {
  const read = async (query: number) => {
    const name = `answer-${query}`;
    const held = await registers.read(name);
    if (held === undefined) return { name, version: 0, answer: undefined };
    const { value, version } = held;
    const { crawl: asker, ...answer } = parsed(schema, value, registerDamaged(name, value));
    return { name, version, answer: asker === crawl ? answer : undefined };
  };
  return {
    get: async (query) => (await read(query)).answer,
    async keep(query, answer) {
      for (let tries = 0; tries < MAX_TRIES; tries += 1) {
        const { name, version, answer: first } = await read(query);
        if (first !== undefined) return first;
        if (await registers.write(name, valueOf(crawl, answer), version)) break;
      }
      return answer;
    },
  };
}

function valueOf(crawl: string, { query, exclude, leftOut, results }: KeptAnswer) {
  const found = results.map(({ url, title, extract }) => ({ url, title, extract }));
  return { crawl, query, exclude, leftOut, results: found };
}
