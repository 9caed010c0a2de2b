import type { Frontier, Rescoring } from "../../lib/ports/frontier.ts";

/** Scores all waiting links again, step by step, and returns how many were scored. */
export async function rescoreAll(
  frontier: Pick<Frontier, "rescore">,
  rescoring: Rescoring | Rescoring["score"],
): Promise<number> {
  const asked = typeof rescoring === "function" ? { score: rescoring } : rescoring;
  let total = 0;
  for (let after: number | undefined = 0; after !== undefined; ) {
    const { scored, next } = await frontier.rescore(asked, after);
    total += scored;
    after = next;
  }
  return total;
}
