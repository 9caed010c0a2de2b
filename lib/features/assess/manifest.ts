/** The assessor in the project file, and what it means for the rest of a crawl. */
import { z } from "zod";
import { DEFAULTS } from "../../config/defaults.ts";
import { duration } from "../../config/quantity.ts";
import { canonicalUrl } from "../../domain/web/url/canonical-url.ts";
import type { Conflict, Manifest } from "../feature.ts";

const { assessor: defaults } = DEFAULTS;

/** What an assessor may be asked for. */
const USES = ["learn", "count"] as const;

/** Most requests under way: more are refused by servers, or wait in them. */
const MOST_PARALLEL = 64;

const price = () => z.number().min(0);
const most = () => z.int().min(1).optional();

/** Section `assessor`. */
const assessorSchema = z.strictObject({
  url: z
    .string()
    .trim()
    .refine(isAddress, "expected an http or https URL without user name, password and query")
    .optional()
    .describe(
      "Server that speaks the chat-completions protocol, up to `/v1`: Ollama, llama.cpp, vLLM or a hosted one.",
    ),
  command: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe(
      "A program instead, with its arguments: it reads a question as a line of JSON and writes the answer as one.",
    ),
  model: z.string().trim().min(1).max(200).describe("Name of the model that is asked for."),
  key: z
    .string()
    .regex(
      /^env:[A-Za-z_][A-Za-z0-9_]*$/,
      "expected `env:NAME`: the key itself stays out of the file",
    )
    .optional()
    .describe("Variable of the environment with the key of the server: `env:NAME`."),
  guide: z
    .string()
    .trim()
    .min(1)
    .optional()
    .describe(
      "What is collected, for who judges: two sentences with examples of yes and no, as a file relative to this one. `need.topic` if absent.",
    ),
  pages: z
    .int()
    .min(1)
    .default(defaults.pages)
    .describe("Most pages of a run that are asked about."),
  dollars: z
    .number()
    .positive()
    .optional()
    .describe(
      "Most dollars that it may cost in a run, by `price`; no request is sent that could pass it.",
    ),
  tokens: most().describe("Most tokens of a run, questions and answers together."),
  requests: most().describe("Most requests of a run."),
  price: z
    .strictObject({
      in: price().describe("Dollars per million tokens of questions."),
      out: price().describe("Dollars per million tokens of answers."),
    })
    .optional()
    .describe("What the server charges; nothing if absent, as of a model of your own."),
  parallel: z
    .int()
    .min(1)
    .max(MOST_PARALLEL)
    .default(defaults.parallel)
    .describe("Most requests under way at one time."),
  timeout: duration("ms")
    .pipe(z.int().min(1))
    .prefault(defaults.timeout)
    .describe("Longest wait for an answer: ms, or text such as `2min`."),
  for: z
    .array(z.enum(USES))
    .min(1)
    .default(defaults.for)
    .describe(
      "What the answers are for: `learn`, they are labels that the crawl learns from while it runs; `count`, every page is read when it ends, so that few verdicts of yours say how many are relevant.",
    ),
});

/** The key of the project itself. */
export const assessSection = {
  assessor: assessorSchema
    .optional()
    .describe(
      "A language model, or another service, of your choice that is asked whether pages are relevant; nothing is sent anywhere if absent.",
    ),
};

/** An assessor with its settings. */
export type AssessorChoice = z.output<typeof assessorSchema>;

/** What an assessor means for the rest of a crawl. */
export const assessManifest: Manifest = {
  isUsed: ({ assessor }) => assessor !== undefined,
};

/** Returns the keys of an assessor that do not go together. */
export function* assessorConflicts(assessor: AssessorChoice | undefined): Iterable<Conflict> {
  if (assessor === undefined) return;
  const { url, command, key, dollars, price: asked } = assessor;
  if ((url === undefined) === (command === undefined))
    yield { path: ["assessor"], message: "expected either `url` or `command`" };
  if (url === undefined && key !== undefined)
    yield {
      path: ["assessor", "key"],
      message: "expected `url` beside it: a command has the environment",
    };
  if (dollars !== undefined && asked === undefined)
    yield {
      path: ["assessor", "dollars"],
      message: "expected `price` beside it: nothing is counted without",
    };
}

function isAddress(text: string): boolean {
  return canonicalUrl(text).ok && !text.includes("?");
}
