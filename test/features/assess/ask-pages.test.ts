import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { assessedFigures } from "../../../lib/evaluation/assessed-pages.ts";
import {
  type AskSettings,
  askAboutPages,
  type PageToAsk,
} from "../../../lib/features/assess/ask-pages.ts";
import type { AssessmentEntry, AssessmentStore } from "../../../lib/ports/assessment-store.ts";
import type { AssessorOutcome, Question } from "../../../lib/ports/assessor.ts";
import { aUrl } from "../../support/a-url.ts";
import { createMemoryAssessmentStore } from "../../support/assessment-store.ts";
import { fixedClock } from "../../support/fixed-clock.ts";
import { pageIn } from "../../support/loopback-assessor.ts";

const SETTINGS: AskSettings = {
  guide: "Pages about bees.",
  model: "m",
  price: { in: 1, out: 1 },
  cap: {},
  parallel: 1,
};

const somePages = (count: number, from = 0): PageToAsk[] =>
  Array.from({ length: count }, (_, index) => {
    const url = aUrl(`http://a.example/${from + index}`);
    const text = `Page ${from + index} says bees.`;
    return {
      url,
      digest: "sha1:x",
      show: async () => ({ url, title: "", headings: "", text, link: "" }),
    };
  });

const ANSWER = '{"verdict": "yes", "kind": "member", "quote": "says bees"}';
const answered = (text = ANSWER, tokens = { in: 100, out: 10 }): AssessorOutcome => {
  return { kind: "answered", text, model: "m-1", tokens };
};
const BUSY: AssessorOutcome = { kind: "busy", detail: "HTTP 429", waitMs: 5_000, mayCost: false };

type Answering = (question: Question, number: number) => AssessorOutcome | Promise<AssessorOutcome>;

interface Asking {
  readonly store: AssessmentStore;
  readonly clock: ReturnType<typeof fixedClock>;
  readonly earlier: readonly AssessmentEntry[];
}

/** Asks about pages, and returns the result, the questions and the store. */
async function ask(
  pages: readonly PageToAsk[],
  answering: Answering,
  {
    store = createMemoryAssessmentStore(),
    clock = fixedClock(),
    earlier = [],
    ...settings
  }: Partial<AskSettings & Asking> = {},
) {
  const questions: Question[] = [];
  const assessor = {
    ask: async (question: Question) => {
      questions.push(question);
      return answering(question, questions.length);
    },
  };
  const result = await askAboutPages(
    { assessor, store, clock, earlier },
    { ...SETTINGS, ...settings },
    pages,
  );
  return { result, questions, store };
}

const kindsOf = async (store: AssessmentStore) => (await store.list()).map(({ kind }) => kind);

describe("asking an assessor about pages", () => {
  it("Each page is asked about once, and its answer kept with all that decided it and what it cost", async () => {
    const { result, store } = await ask(somePages(2), () => answered());
    assert.deepEqual(result.answers, { yes: 2, no: 0, unsure: 0, none: 0 });
    assert.deepEqual(result.spent, { requests: 2, tokens: 220, dollars: 220e-6 });
    const entries = await store.list();
    assert.deepEqual(
      entries.map(({ kind, id }) => [kind, id]),
      [
        ["asked", 1],
        ["answer", 1],
        ["asked", 2],
        ["answer", 2],
      ],
    );
    const last = entries.at(-1);
    assert.ok(last?.kind === "answer");
    const { url, verdict, model, asked, prompt, answer, digest } = last;
    assert.deepEqual(
      [url, verdict, model, asked, prompt, answer, digest],
      ["http://a.example/1", "yes", "m-1", "m", 1, ANSWER, "sha1:x"],
    );
  });

  it("A page whose answer is there is not asked about, another guide or model asks again", async () => {
    const { store } = await ask(somePages(3), () => answered());
    const again = await ask(somePages(4), () => answered(), { store });
    assert.equal(again.questions.length, 1);
    assert.equal(again.result.known, 3);
    assert.equal(
      (await ask(somePages(4), () => answered(), { store, guide: "x" })).questions.length,
      4,
    );
    assert.equal(
      (await ask(somePages(4), () => answered(), { store, model: "n" })).questions.length,
      4,
    );
  });

  it("What an earlier crawl has asked is taken from it: no request, no cost, and no cap is reached by it", async () => {
    const { store: before } = await ask(somePages(3), () => answered());
    const store = createMemoryAssessmentStore();
    const asking = { store, earlier: await before.list(), cap: { requests: 2 } };
    const { result, questions } = await ask(somePages(5), () => answered(), asking);
    assert.deepEqual([questions.length, result.known, result.end], [2, 3, "done"]);
    assert.deepEqual(result.spent, { requests: 2, tokens: 220, dollars: 220e-6 });
    const entries = await store.list();
    const answers = entries.filter((entry) => entry.kind === "answer");
    assert.deepEqual(
      answers.map(({ id, verdict, isTaken }) => [id, verdict, isTaken]),
      [1, 2, 3, 4, 5].map((id) => [id, "yes", id < 4 || undefined]),
    );
    const figures = assessedFigures(entries, [], { requests: 2 });
    assert.deepEqual([figures?.requests, figures?.dollars], [2, 220e-6]);
    assert.equal(figures?.capped, true);
    assert.equal(assessedFigures(entries, [], { requests: 3 })?.capped, false);
    const again = await ask(somePages(5), () => answered(), asking);
    assert.deepEqual([again.questions.length, again.result.known], [0, 5]);
  });

  it("An answer that nobody can read is kept as none, and is not asked for again", async () => {
    const { result, store } = await ask(somePages(1), () => answered("Sure!"));
    assert.equal(result.answers.none, 1);
    assert.equal((await ask(somePages(1), () => answered(), { store })).questions.length, 0);
  });

  it("A busy assessor is asked again after the wait that it names, and its refusals cost nothing", async () => {
    const clock = fixedClock(0);
    const { result, store } = await ask(
      somePages(1),
      (_, number) => (number < 3 ? BUSY : answered()),
      {
        clock,
      },
    );
    assert.equal(clock.now(), 10_000);
    assert.equal(result.answers.yes, 1);
    assert.deepEqual(result.spent, { requests: 3, tokens: 110, dollars: 110e-6 });
    assert.deepEqual(await kindsOf(store), [
      "asked",
      "failed",
      "asked",
      "failed",
      "asked",
      "answer",
    ]);
  });

  it("A wait of an hour is not kept: the page has no answer, which is no no", async () => {
    const clock = fixedClock(0);
    const { result } = await ask(somePages(1), () => ({ ...BUSY, waitMs: 3_600_000 }), { clock });
    assert.deepEqual(result.answers, { yes: 0, no: 0, unsure: 0, none: 0 });
    assert.deepEqual(result.failed, { "HTTP 429": 1 });
    assert.equal(clock.now(), 0);
  });

  it("A form of question that is not taken is asked for once without the schema", async () => {
    const { result, questions } = await ask(somePages(1), ({ schema }) =>
      schema === undefined
        ? answered()
        : { kind: "unreadable", detail: "HTTP 400", mayCost: false },
    );
    assert.equal(result.answers.yes, 1);
    assert.deepEqual(
      questions.map(({ schema }) => schema === undefined),
      [false, true],
    );
    const never = await ask(somePages(1), () => ({
      kind: "unreadable",
      detail: "?",
      mayCost: true,
    }));
    assert.equal(never.questions.length, 2);
    assert.deepEqual(never.result.failed, { "?": 1 });
  });

  it("A refusal ends the asking, and answers so far are kept", async () => {
    const store = createMemoryAssessmentStore();
    const answering: Answering = (_, number) =>
      number < 3 ? answered() : { kind: "refused", detail: "HTTP 401" };
    await assert.rejects(ask(somePages(9), answering, { store }), {
      code: "assessor-refused",
      message: /HTTP 401/,
    });
    assert.deepEqual((await kindsOf(store)).filter((kind) => kind === "answer").length, 2);
  });

  it("Five pages in a row without an answer end the asking, as the assessor is down", async () => {
    const seen: Question[] = [];
    const answering: Answering = (question) => {
      seen.push(question);
      return { ...BUSY, waitMs: 3_600_000 };
    };
    await assert.rejects(ask(somePages(9), answering), { code: "assessor-unavailable" });
    assert.equal(seen.length, 5);
    const now: Answering = (_, number) =>
      number % 5 === 0 ? answered() : { ...BUSY, waitMs: 3_600_000 };
    assert.equal((await ask(somePages(9), now)).result.answers.yes, 1);
  });

  it("No request is sent that could pass the cap, however many are under way", async () => {
    for (const parallel of [1, 8]) {
      for (const cap of [{ dollars: 0.01 }, { tokens: 10_000 }, { requests: 3 }]) {
        let under = 0;
        let most = 0;
        const held: (() => void)[] = [];
        const answering: Answering = async (question) => {
          under += 1;
          most = Math.max(most, under);
          // All that may be under way at one time are: the last one lets go of them.
          const { promise, resolve } = Promise.withResolvers<void>();
          held.push(resolve);
          setImmediate(() => held.splice(0).forEach((go) => go()));
          await promise;
          under -= 1;
          const bytes = Buffer.byteLength(question.system + question.user);
          return answered(ANSWER, { in: bytes, out: question.mostTokens });
        };
        const { result } = await ask(somePages(50), answering, { cap, parallel });
        assert.equal(result.end, "cap");
        assert.ok(result.spent.dollars <= (cap.dollars ?? 1));
        assert.ok(result.spent.tokens <= (cap.tokens ?? 1e9));
        assert.ok(result.spent.requests <= (cap.requests ?? 1e9));
        assert.ok(result.answers.yes >= 2);
        assert.ok(most <= parallel);
      }
    }
  });

  it("A request that was cut off counts as the most it could cost, also in the next process", async () => {
    const store = createMemoryAssessmentStore();
    const [first] = somePages(1);
    assert.ok(first !== undefined);
    const most = { tokens: { in: 6_000, out: 1_000 }, dollars: 0.007 };
    await store.append({ kind: "asked", id: 1, at: 0, url: first.url, ...most });
    const { result } = await ask(somePages(9), () => answered(), {
      store,
      cap: { dollars: 0.0085 },
    });
    assert.equal(result.end, "cap");
    assert.equal(result.answers.yes, 0);
    assert.equal(result.spent.dollars, 0.007);
  });

  it("An assessor that does not count its tokens counts as the most that they can be", async () => {
    const { result } = await ask(
      somePages(1),
      () => ({ ...answered(), tokens: undefined }) as AssessorOutcome,
    );
    assert.ok(result.spent.tokens > 2_000);
  });

  it("An interruption ends the asking after what is under way, and waits for nothing", async () => {
    const interrupt = new AbortController();
    const store = createMemoryAssessmentStore();
    const assessor = {
      ask: async (question: Question): Promise<AssessorOutcome> => {
        if (pageIn(question.user).page["url"] === "http://a.example/2") interrupt.abort();
        return answered();
      },
    };
    const ports = { assessor, store, clock: fixedClock() };
    const { signal } = interrupt;
    const result = await askAboutPages(ports, SETTINGS, somePages(9), { signal });
    assert.deepEqual([result.end, result.answers.yes], ["interrupted", 3]);
  });

  it("A page that is not stored any more is asked nobody about", async () => {
    const [page] = somePages(1);
    assert.ok(page !== undefined);
    const { result, questions } = await ask([{ ...page, show: async () => undefined }], () =>
      answered(),
    );
    assert.deepEqual([result.failed, questions.length], [{ "not stored": 1 }, 0]);
  });

  it("Answers come back from the store as they were", async () => {
    const { store } = await ask(somePages(2), () => answered());
    const entries: readonly AssessmentEntry[] = await store.list();
    assert.deepEqual(JSON.parse(JSON.stringify(entries)), entries);
  });
});
