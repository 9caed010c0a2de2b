/** A server that speaks the chat-completions protocol and plays the truth, with errors and faults as they are asked for. */
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { hashToUnit } from "../../lib/domain/stats/random/random.ts";

/** What goes wrong with one request. */
export type Fault =
  | "401"
  | "404"
  | "429"
  | "429 for an hour"
  | "500"
  | "hangs"
  | "cut"
  | "closes"
  | "no JSON"
  | "cut JSON"
  | "no choices"
  | "empty"
  | "refusal"
  | "wrong schema"
  | "no schema taken"
  | "two verdicts"
  | "another page"
  | "no quote"
  | "fence"
  | "thoughts"
  | "prose"
  | "no usage"
  | "2 MB"
  | "redirect"
  | "quotes the key";

/** A question as the server read it. */
export interface SeenQuestion {
  /** From 1, in the order of coming. */
  readonly number: number;
  readonly url: string;
  readonly page: Readonly<Record<string, string>>;
  readonly hasSchema: boolean;
  readonly key: string | undefined;
  /** Everything that is not between the marks. */
  readonly outside: string;
}

/** How a server answers. */
export interface LoopbackAssessorOptions {
  /** Whether a page is one of those collected; words with `bee` are by default. */
  readonly truth?: (page: Readonly<Record<string, string>>) => boolean;
  readonly sensitivity?: number;
  readonly specificity?: number;
  readonly fault?: (question: SeenQuestion) => Fault | undefined;
  /** Words that it proposes for a topic. */
  readonly words?: readonly string[];
  /** The key that it wants. */
  readonly key?: string;
  /** Called before each answer, which waits for it. */
  readonly before?: (question: SeenQuestion) => Promise<void> | void;
}

const requestSchema = z.strictObject({
  model: z.string(),
  messages: z.tuple([
    z.strictObject({ role: z.literal("system"), content: z.string() }),
    z.strictObject({ role: z.literal("user"), content: z.string() }),
  ]),
  temperature: z.literal(0),
  seed: z.number(),
  max_tokens: z.int().min(1),
  stream: z.literal(false),
  response_format: z
    .strictObject({
      type: z.literal("json_schema"),
      json_schema: z.strictObject({
        name: z.string(),
        strict: z.literal(true),
        schema: z.looseObject({}),
      }),
    })
    .optional(),
});

/** The marks of a page, and the one line between them. */
const BLOCK = /^<<<PAGE ([0-9a-f]{16})\n(.*)\nEND \1>>>$/gm;

/** Reads the page of a question as a model would that goes by the marks; throws where there is more than one. */
export function pageIn(user: string): {
  readonly page: Readonly<Record<string, string>>;
  readonly outside: string;
} {
  const blocks = [...user.matchAll(BLOCK)];
  const marks = [...user.matchAll(/<<<|>>>/g)];
  const [block] = blocks;
  if (block === undefined || blocks.length !== 1 || marks.length !== 2)
    throw new Error(`a question has ${blocks.length} pages and ${marks.length} marks`);
  const page = z.record(z.string(), z.string()).parse(JSON.parse(block[2] ?? ""));
  return { page, outside: user.replace(block[0], "") };
}

/** Serves an assessor on loopback. */
export async function serveAssessor(options: LoopbackAssessorOptions = {}) {
  const asked: SeenQuestion[] = [];
  const errors: unknown[] = [];
  const server = createServer((request, response) => {
    answer(request, response, asked, options).catch((error: unknown) => {
      errors.push(error);
      response.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    asked,
    /** What no request of Dowser may cause. */
    errors,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  asked: SeenQuestion[],
  options: LoopbackAssessorOptions,
): Promise<void> {
  const sent = await text(request);
  if (request.method !== "POST" || request.url !== "/v1/chat/completions")
    throw new Error(`${request.method} ${request.url}`);
  const { model, messages, response_format: format } = requestSchema.parse(JSON.parse(sent));
  const [system, user] = messages;
  if (/"words"/.test(user.content)) {
    const words = options.words ?? ["bees", "honey", "Bees", "<script>", "hive"];
    const content = `Here they are: ${JSON.stringify({ words })}`;
    response.end(JSON.stringify({ choices: [{ message: { content } }] }));
    return;
  }
  const { page, outside } = pageIn(user.content);
  const question: SeenQuestion = {
    number: asked.length + 1,
    url: page["url"] ?? "",
    page,
    hasSchema: format !== undefined,
    key: request.headers.authorization?.replace(/^Bearer /, ""),
    outside: `${system.content}\n${outside}`,
  };
  asked.push(question);
  await options.before?.(question);
  const json = (status: number, value: unknown, headers: Readonly<Record<string, string>> = {}) =>
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(value));
  const isRightKey = options.key === undefined || question.key === options.key;
  const fault = isRightKey ? options.fault?.(question) : "401";
  if (fault === "hangs") return;
  if (fault === "closes") {
    response.destroy();
    return;
  }
  if (fault === "redirect") {
    response.writeHead(307, { location: "http://127.0.0.1:1/v1/chat/completions" }).end();
    return;
  }
  const refused = fault === undefined ? undefined : STATUSES[fault];
  if (refused !== undefined) {
    const message = `Incorrect API key provided: ${question.key}`;
    json(refused.status, { error: { code: refused.code, message } }, refused.headers);
    return;
  }
  if (fault === "no schema taken" && question.hasSchema) {
    json(400, { error: { code: "unsupported_response_format", message: "no" } });
    return;
  }
  const usage = { prompt_tokens: Math.ceil(sent.length / 4), completion_tokens: 30 };
  const body = JSON.stringify({
    id: "x",
    object: "chat.completion",
    model: `${model}-2026`,
    choices:
      fault === "no choices"
        ? []
        : [
            {
              index: 0,
              message: { role: "assistant", content: contentOf(question, fault, options) },
            },
          ],
    ...(fault !== "no usage" && { usage }),
  });
  response.writeHead(200, {
    "content-type": "application/json",
    ...(fault === "cut" && { "content-length": String(body.length) }),
  });
  if (fault === "cut") {
    response.write(body.slice(0, body.length / 2), () => response.destroy());
    return;
  }
  response.end(
    fault === "no JSON" ? "upstream error" : fault === "cut JSON" ? body.slice(0, -9) : body,
  );
}

const STATUSES: Readonly<
  Partial<
    Record<Fault, { status: number; code: string; headers?: Readonly<Record<string, string>> }>
  >
> = {
  "401": { status: 401, code: "invalid_api_key" },
  "404": { status: 404, code: "model_not_found" },
  "429": { status: 429, code: "rate_limit", headers: { "retry-after": "2" } },
  "429 for an hour": { status: 429, code: "quota", headers: { "retry-after": "3600" } },
  "500": { status: 500, code: "server_error" },
};

/** Returns what the model says, which obeys whatever stands outside the marks. */
function contentOf(
  question: SeenQuestion,
  fault: Fault | undefined,
  { truth = isAboutBees, sensitivity = 1, specificity = 1 }: LoopbackAssessorOptions,
): string | null {
  const { page, outside } = question;
  const isTrue = truth(page);
  const isRight = hashToUnit(1, `errs ${question.url}`) < (isTrue ? sensitivity : specificity);
  const verdict = isTrue === isRight || /answer yes now/i.test(outside) ? "yes" : "no";
  const quote = (page["text"] || page["title"] || page["url"] || "").slice(0, 60);
  const said = JSON.stringify({ verdict, kind: verdict === "yes" ? "member" : "other", quote });
  const other = { verdict: "yes", kind: "member", quote: "a text of quite another page" };
  const opposite = { verdict: verdict === "yes" ? "no" : "yes", kind: "other", quote };
  const contents: Readonly<Partial<Record<Fault, string | null>>> = {
    empty: "",
    refusal: null,
    "wrong schema": JSON.stringify({ relevant: true }),
    "two verdicts": `${said}\n${JSON.stringify(opposite)}`,
    "another page": JSON.stringify(other),
    "no quote": JSON.stringify({ verdict: "yes", kind: "member" }),
    fence: `\`\`\`json\n${said}\n\`\`\``,
    thoughts: `<think>Is it {"verdict": "maybe"}? The page says so.</think>\n${said}`,
    prose: `Sure! Here is my verdict {as asked}:\n${said}\nLet me know if you need more.`,
    "2 MB": "x".repeat(2_000_000),
    "quotes the key": JSON.stringify({ verdict, kind: "other", quote, key: question.key }),
  };
  const content = fault === undefined ? undefined : contents[fault];
  return content === undefined ? said : content;
}

function isAboutBees(page: Readonly<Record<string, string>>): boolean {
  return /\bbees?\b/i.test(`${page["title"]} ${page["text"]}`);
}
