/** An assessor that speaks the chat-completions protocol: Ollama, llama.cpp, vLLM, hosted models. */
import { type Dispatcher, fetch } from "undici";
import { z } from "zod";
import { jsonIn } from "../../domain/json.ts";
import { askedWaitMs } from "../../domain/web/politeness/retry.ts";
import type { Assessor, AssessorOutcome, Question } from "../../ports/assessor.ts";
import type { Clock } from "../../ports/clock.ts";
import { faultOf, isTimeout, readText } from "../http-answer.ts";

/** The settings of a server. */
export interface ChatAssessorSettings {
  /** Its address up to `/v1`, without a query. */
  readonly url: string;
  readonly model: string;
  /** Printable ASCII; `undefined` for a server that wants none. */
  readonly key: string | undefined;
  /** Longest time of one request, in ms. */
  readonly timeoutMs: number;
  /** Opens the connections, and checks where they lead. */
  readonly dispatcher: Dispatcher;
  readonly clock: Pick<Clock, "now">;
}

/** Largest answer that is read, in bytes: some hundred times what is asked for. */
const MAX_ANSWER_BYTES = 1_000_000;

/** Statuses after which the same question may be answered later, besides all of 5xx. */
const PASSING: ReadonlySet<number> = new Set([408, 409, 425, 429]);

/** Statuses that concern one question: too long, or in a form that the server does not know. */
const OF_THE_QUESTION: ReadonlySet<number> = new Set([400, 413, 415, 422]);

/** The seed and the temperature that make answers repeatable, where a server keeps them. */
const REPEATABLE = { temperature: 0, seed: 1 };

const count = z.int().min(0);
const answerSchema = z.object({
  model: z.string().max(200).optional().catch(undefined),
  choices: z.array(z.object({ message: z.object({ content: z.string().nullish() }) })).min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).optional().catch(undefined),
});

/** A short code for a fault. Other words of a server may quote the key, and are not passed on. */
const faultSchema = z.object({
  error: z.object({ code: z.string().regex(/^[A-Za-z_]{1,60}$/) }),
});

/**
 * Creates an assessor over a server. The key goes into a header, and into nothing that is returned, not even where a
 * server quotes it. No redirect is followed: it would take the key along.
 */
export function createChatAssessor(settings: ChatAssessorSettings): Assessor {
  const { key, dispatcher } = settings;
  return {
    async ask(question) {
      try {
        return withoutKey(await exchange(question, settings), key);
      } catch (error) {
        // Whatever broke the exchange, the server may have worked on the question.
        const detail = isTimeout(error)
          ? "no answer in time"
          : `no connection: ${error instanceof Error ? faultOf(error) : String(error)}`;
        return { kind: "busy", detail, waitMs: undefined, mayCost: true };
      }
    },
    close: () => dispatcher.destroy(),
  };
}

async function exchange(
  { system, user, schema, mostTokens }: Question,
  { url, model, key, timeoutMs, dispatcher, clock }: ChatAssessorSettings,
): Promise<AssessorOutcome> {
  const format = schema && {
    type: "json_schema",
    json_schema: { name: "answer", strict: true, schema },
  };
  const response = await fetch(`${url.replace(/\/+$/, "")}/chat/completions`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json",
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
    body: JSON.stringify({
      model,
      messages: [
        { role: "system", content: system },
        { role: "user", content: user },
      ],
      ...REPEATABLE,
      max_tokens: mostTokens,
      stream: false,
      ...(format !== undefined && { response_format: format }),
    }),
    redirect: "manual",
    dispatcher,
    signal: AbortSignal.timeout(timeoutMs),
  });
  const body = await readText(response, MAX_ANSWER_BYTES);
  const { status, headers } = response;
  if (status >= 200 && status < 300) return answerIn(body, model);
  const detail = `HTTP ${status}${codeIn(body)}`;
  if (PASSING.has(status) || status >= 500) {
    const waitMs = askedWaitMs(headers.get("retry-after") ?? "", clock.now());
    return { kind: "busy", detail, waitMs, mayCost: status >= 500 };
  }
  return OF_THE_QUESTION.has(status)
    ? { kind: "unreadable", detail, mayCost: false }
    : { kind: "refused", detail };
}

function answerIn(body: string | undefined, asked: string): AssessorOutcome {
  if (body === undefined) {
    const detail = `answered with more than ${MAX_ANSWER_BYTES / 1e6} MB`;
    return { kind: "unreadable", detail, mayCost: true };
  }
  const { data } = answerSchema.safeParse(jsonIn(body));
  const text = data?.choices[0]?.message.content ?? "";
  if (data === undefined || text === "") {
    const detail = data === undefined ? "answered in another form" : "an empty answer";
    return { kind: "unreadable", detail, mayCost: true };
  }
  const { model = asked, usage } = data;
  const tokens = usage && { in: usage.prompt_tokens, out: usage.completion_tokens };
  return { kind: "answered", text, model, tokens };
}

function codeIn(body: string | undefined): string {
  const { data } = faultSchema.safeParse(jsonIn(body ?? ""));
  return data === undefined ? "" : ` ${data.error.code}`;
}

function withoutKey(outcome: AssessorOutcome, key: string | undefined): AssessorOutcome {
  if (outcome.kind !== "answered" || key === undefined) return outcome;
  const hidden = (text: string) => text.replaceAll(key, "[key]");
  return { ...outcome, text: hidden(outcome.text), model: hidden(outcome.model) };
}
