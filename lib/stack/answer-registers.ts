import * as z from "zod/mini";
import type { AnswerStore, KeptAnswer } from "../crawl/query-schedule.ts";
import type { KeyValueStore } from "../ports/key-value-store.ts";
import { parsed } from "./parsed.ts";
import { registerDamaged } from "./stack-registers.ts";

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
