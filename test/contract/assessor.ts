import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Assessor, Question } from "../../lib/ports/assessor.ts";

/** How the service behind an assessor behaves. `echoes` answers with the question's own `user`. */
export type AssessorBehaviour =
  | "echoes"
  | "counts nothing"
  | "another form"
  | "fails"
  | "hangs"
  | "2 MB";

/** An assessor with the service behind it. */
export interface ServedAssessor {
  readonly assessor: Assessor;
  readonly close: () => Promise<void>;
}

/** A question about nothing. */
export function aQuestion(user: string): Question {
  return { system: "You echo.", user, schema: { type: "object" }, mostTokens: 100 };
}

/** Tests the promises of every assessor. */
export function describeAssessor(
  name: string,
  serve: (behaviour: AssessorBehaviour) => Promise<ServedAssessor>,
): void {
  const asked = async (behaviour: AssessorBehaviour, ...users: readonly string[]) => {
    const { assessor, close } = await serve(behaviour);
    try {
      return await Promise.all(users.map((user) => assessor.ask(aQuestion(user))));
    } finally {
      await assessor.close();
      await close();
    }
  };

  describe(`${name} is an assessor`, () => {
    it("An assessor answers with the text, the model that answered and its tokens", async () => {
      const user = 'Bees: "蜂蜜" 🐝\nand \u2028 <marks> \\';
      const tokens = { in: 12, out: 3 };
      assert.deepEqual(await asked("echoes", user), [
        { kind: "answered", text: user, model: "m-2026", tokens },
      ]);
    });

    it("An assessor that counts no tokens says so, and no number", async () => {
      const [outcome] = await asked("counts nothing", "a");
      assert.ok(outcome?.kind === "answered");
      assert.equal(outcome.tokens, undefined);
    });

    it("An assessor that is asked several things at one time answers each", async () => {
      const users = ["a", "b", "c", "d"];
      const answers = await asked("echoes", ...users);
      assert.deepEqual(
        answers.map((outcome) => (outcome.kind === "answered" ? outcome.text : outcome.kind)),
        users,
      );
    });

    it("An assessor that answers in another form has not answered, and may have cost", async () => {
      const [outcome] = await asked("another form", "a");
      assert.ok(outcome?.kind === "unreadable" && outcome.mayCost, JSON.stringify(outcome));
    });

    it("An assessor reads no answer without end", async () => {
      const [outcome] = await asked("2 MB", "a");
      assert.ok(outcome?.kind === "unreadable", JSON.stringify(outcome));
      assert.match(outcome.detail, /more than 1 MB/);
    });

    it("An assessor that fails, or does not answer in time, may be asked again", async () => {
      for (const behaviour of ["fails", "hangs"] as const) {
        const [outcome] = await asked(behaviour, "a");
        assert.ok(outcome?.kind === "busy" && outcome.mayCost, JSON.stringify(outcome));
      }
    });
  });
}
