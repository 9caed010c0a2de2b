/** An assessor that is a program: it reads questions from standard input, and writes answers to standard output. */
import { spawn } from "node:child_process";
import { z } from "zod";
import { jsonIn } from "../../domain/json.ts";
import type { Assessor, AssessorOutcome, Question } from "../../ports/assessor.ts";

/** The settings of a program. */
export interface CommandAssessorSettings {
  /** The program and its arguments: no shell reads them. */
  readonly command: readonly string[];
  readonly model: string;
  /** Longest time of one question, in ms. */
  readonly timeoutMs: number;
}

/** Largest answer that is read, in bytes. */
const MAX_ANSWER_BYTES = 1_000_000;

const answerSchema = z.object({
  text: z.string().min(1),
  model: z.string().max(200).optional(),
  tokens: z.object({ in: z.int().min(0), out: z.int().min(0) }).optional(),
});

/**
 * Creates an assessor that starts a program for each question. The question is a line of JSON (`system`, `user`,
 * `schema`, `mostTokens`, `model`), the answer another (`text`, and if known `model` and `tokens`). Any exit code but
 * 0 says that it may work later.
 */
export function createCommandAssessor(settings: CommandAssessorSettings): Assessor {
  const running = new Set<ReturnType<typeof spawn>>();
  return {
    ask: (question) => run(question, settings, running),
    close: async () => {
      for (const child of running) child.kill("SIGKILL");
    },
  };
}

async function run(
  question: Question,
  { command, model, timeoutMs }: CommandAssessorSettings,
  running: Set<ReturnType<typeof spawn>>,
): Promise<AssessorOutcome> {
  const { promise, resolve } = Promise.withResolvers<AssessorOutcome>();
  const [program = "", ...words] = command;
  const child = spawn(program, words, { stdio: ["pipe", "pipe", "inherit"] });
  running.add(child);
  const timer = setTimeout(() => child.kill("SIGKILL"), timeoutMs);
  const parts: Buffer[] = [];
  let bytes = 0;
  child.stdout.on("data", (part: Buffer) => {
    bytes += part.length;
    if (bytes <= MAX_ANSWER_BYTES) parts.push(part);
    else child.kill("SIGKILL");
  });
  child.once("error", ({ message }) => {
    resolve({ kind: "refused", detail: `${program} does not start: ${message}` });
  });
  child.once("close", (code, signal) => resolve(outcomeOf({ code, signal, bytes, parts, model })));
  // A program that ends without reading its question says so by its exit code.
  child.stdin.on("error", () => {});
  child.stdin.end(`${JSON.stringify({ ...question, model })}\n`);
  const outcome = await promise;
  clearTimeout(timer);
  running.delete(child);
  return outcome;
}

/** How a program ended, and what it wrote. */
interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly bytes: number;
  readonly parts: readonly Buffer[];
  readonly model: string;
}

function outcomeOf({ code, signal, bytes, parts, model: asked }: Ended): AssessorOutcome {
  if (bytes > MAX_ANSWER_BYTES) {
    const detail = `answered with more than ${MAX_ANSWER_BYTES / 1e6} MB`;
    return { kind: "unreadable", detail, mayCost: true };
  }
  if (code !== 0) {
    const detail = signal === null ? `exit code ${code}` : "no answer in time";
    return { kind: "busy", detail, waitMs: undefined, mayCost: true };
  }
  const { data } = answerSchema.safeParse(jsonIn(Buffer.concat(parts).toString("utf8")));
  if (data === undefined)
    return { kind: "unreadable", detail: "answered in another form", mayCost: true };
  const { text, model = asked, tokens } = data;
  return { kind: "answered", text, model, tokens };
}
