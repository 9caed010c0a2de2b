import assert from "node:assert/strict";
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { describe, it } from "node:test";
import { Agent } from "undici";
import { z } from "zod";
import {
  type ChatAssessorSettings,
  createChatAssessor,
} from "../../../lib/adapters/assess/chat-assessor.ts";
import type { AssessorOutcome } from "../../../lib/ports/assessor.ts";
import { aQuestion, describeAssessor } from "../../contract/assessor.ts";
import { fixedClock } from "../../support/fixed-clock.ts";

interface Received {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Serves on loopback, and opens an assessor of it. */
async function serve(
  answer: (response: ServerResponse, received: Received) => void,
  settings: Partial<ChatAssessorSettings> = {},
) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const body = JSON.parse(await text(request));
    const { authorization } = request.headers;
    const one = { path: request.url ?? "", authorization, body };
    received.push(one);
    answer(response, one);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const assessor = createChatAssessor({
    url: `http://127.0.0.1:${port}/v1/`,
    model: "m",
    key: undefined,
    timeoutMs: 120_000,
    dispatcher: new Agent(),
    clock: fixedClock(0),
    ...settings,
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { assessor, received, close };
}

const requestSchema = z.object({ messages: z.array(z.object({ content: z.string() })) });

const choice = (content: unknown) => ({ choices: [{ message: { role: "assistant", content } }] });

describeAssessor("A server", (behaviour) =>
  serve(
    (response, { body }) => {
      const { messages } = requestSchema.parse(body);
      const user = messages[1]?.content;
      const usage = { prompt_tokens: 12, completion_tokens: 3 };
      if (behaviour === "hangs") return;
      response.statusCode = behaviour === "fails" ? 500 : 200;
      if (behaviour === "another form") response.end('{"relevant": true}');
      else if (behaviour === "2 MB") response.end("x".repeat(2_000_000));
      else if (behaviour === "counts nothing") response.end(JSON.stringify(choice(user)));
      else response.end(JSON.stringify({ model: "m-2026", usage, ...choice(user) }));
    },
    behaviour === "hangs" ? { timeoutMs: 1 } : {},
  ),
);

describe("an assessor that speaks the chat-completions protocol", () => {
  async function outcomeOf(
    answer: (response: ServerResponse) => void,
    settings: Partial<ChatAssessorSettings> = {},
  ): Promise<AssessorOutcome> {
    const { assessor, close } = await serve(answer, settings);
    try {
      return await assessor.ask(aQuestion("a"));
    } finally {
      await close();
      await assessor.close();
    }
  }

  it("It asks for an answer by the schema, the same again, and sends the key in a header alone", async () => {
    const { assessor, received, close } = await serve(
      (response) => response.end(JSON.stringify(choice("yes"))),
      { key: "sk-1" },
    );
    await assessor.ask(aQuestion("a"));
    const { schema: _schema, ...plain } = aQuestion("b");
    await assessor.ask(plain);
    await assessor.close();
    await close();
    const [first, second] = received;
    assert.equal(first?.path, "/v1/chat/completions");
    assert.equal(first?.authorization, "Bearer sk-1");
    assert.doesNotMatch(JSON.stringify(first?.body), /sk-1/);
    assert.deepEqual([first?.body["temperature"], first?.body["stream"]], [0, false]);
    assert.ok("response_format" in (first?.body ?? {}));
    assert.ok(!("response_format" in (second?.body ?? {})));
  });

  it("Nothing that it returns has the key, not even where the server quotes it", async () => {
    const message = "Incorrect API key provided: sk-secret";
    const outcomes = [
      await outcomeOf(
        (response) => response.end(JSON.stringify({ model: "sk-secret", ...choice(message) })),
        { key: "sk-secret" },
      ),
      await outcomeOf(
        (response) => {
          response.statusCode = 401;
          response.end(JSON.stringify({ error: { code: "invalid_api_key", message } }));
        },
        { key: "sk-secret" },
      ),
      await outcomeOf(
        (response) => {
          response.statusCode = 400;
          response.end(JSON.stringify({ error: { code: "sk-secret", message } }));
        },
        { key: "sk-secret" },
      ),
    ];
    assert.doesNotMatch(JSON.stringify(outcomes), /sk-secret/);
    assert.deepEqual(outcomes[1], { kind: "refused", detail: "HTTP 401 invalid_api_key" });
  });

  it("A wrong key, an unknown model and a redirect refuse every question", async () => {
    for (const status of [301, 307, 401, 403, 404]) {
      const outcome = await outcomeOf((response) => {
        response.writeHead(status, { location: "http://127.0.0.1:1/" }).end();
      });
      assert.deepEqual(outcome, { kind: "refused", detail: `HTTP ${status}` });
    }
  });

  it("A busy server says how long to wait, and has cost nothing", async () => {
    const outcome = await outcomeOf((response) => {
      response.writeHead(429, { "retry-after": "2" }).end();
    });
    const waitMs = 2_000;
    assert.deepEqual(outcome, { kind: "busy", detail: "HTTP 429", waitMs, mayCost: false });
  });

  it("A question that the server does not take, an empty answer and a refusal concern that question", async () => {
    for (const [status, body, mayCost] of [
      [400, "{}", false],
      [413, "", false],
      [200, JSON.stringify(choice("")), true],
      [200, JSON.stringify(choice(null)), true],
      [200, '{"choices": []}', true],
      [200, "upstream error", true],
    ] as const) {
      const outcome = await outcomeOf((response) => {
        response.statusCode = status;
        response.end(body);
      });
      assert.ok(
        outcome.kind === "unreadable" && outcome.mayCost === mayCost,
        JSON.stringify(outcome),
      );
    }
  });

  it("An answer that is cut, and a connection that closes, may come whole the next time", async () => {
    const cut = (response: ServerResponse) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write('{"choices"', () => response.destroy());
    };
    for (const answer of [cut, (response: ServerResponse) => void response.destroy()]) {
      const outcome = await outcomeOf(answer);
      assert.ok(outcome.kind === "busy" && outcome.mayCost, JSON.stringify(outcome));
    }
  });
});
