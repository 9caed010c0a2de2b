/** An assessor that plays the truth in the process of a test. */
import type { Assessor, AssessorOutcome } from "../../lib/ports/assessor.ts";
import { pageIn } from "./loopback-assessor.ts";

/** Tokens of each question and answer, as it counts them. */
export const TOKENS = { in: 1_000, out: 20 };

/** Creates an assessor that says yes to pages with the word `bees`; `before` may answer in its place. */
export function scriptedAssessor(
  before: (url: string) => AssessorOutcome | undefined | void = () => undefined,
): Pick<Assessor, "ask"> & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async ask({ user }) {
      const { url = "", title = "", text = "" } = pageIn(user).page;
      asked.push(url);
      const verdict = /\bbees\b/i.test(`${title} ${text}`) ? "yes" : "no";
      const said = JSON.stringify({ verdict, kind: "member", quote: text.slice(0, 40) });
      return before(url) ?? { kind: "answered", text: said, model: "m-2026", tokens: TOKENS };
    },
  };
}
