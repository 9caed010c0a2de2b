import { join } from "node:path";
import { readResults } from "../../peers/commands/bench-results.ts";
import { boardMarkdown } from "../../peers/commands/leaderboard.ts";

const RESULTS = join(import.meta.dirname, "../leaderboard.jsonl");

/** Returns the page of all methods whose results are kept, the best of each task first. */
export function leaderboardPage(): string {
  const intro = "Made from `docs/leaderboard.jsonl`. [How to take part](../bench.md).";
  return `# Leaderboard\n\n${intro}\n\n${boardMarkdown(readResults(RESULTS))}`;
}
