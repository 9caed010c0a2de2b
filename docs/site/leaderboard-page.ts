import { join } from "node:path";
import { readResults } from "../../lib/cli/bench/bench-results.ts";
import { boardMarkdown } from "../../lib/cli/bench/leaderboard.ts";

const RESULTS = join(import.meta.dirname, "../leaderboard.jsonl");

/** Returns the page of all methods whose results are kept, the best of each task first. */
export function leaderboardPage(): string {
  const intro = "Made from `docs/leaderboard.jsonl`. [How to take part](../bench.md).";
  return `# Leaderboard\n\n${intro}\n\n${boardMarkdown(readResults(RESULTS))}`;
}
