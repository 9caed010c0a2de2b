import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

const ROOT = join(import.meta.dirname, "../..");

/** A fenced block of a page of the documentation. */
export interface DocBlock {
  readonly language: string;
  readonly text: string;
}

const BLOCK = /^```(?<language>\w+)[^\n]*\n(?<text>[\s\S]*?)^```$/gmu;

/** Returns the paths of all pages of the documentation, relative to the repository, README first. */
export function docPages(): readonly string[] {
  const pages = globSync("docs/**/*.md", { cwd: ROOT, exclude: ["docs/site"] });
  return ["README.md", ...pages.toSorted()];
}

/** Returns the fenced blocks of a page, in order. */
export function docBlocks(page: string): readonly DocBlock[] {
  const blocks = readFileSync(join(ROOT, page), "utf8").matchAll(BLOCK);
  return Array.from(blocks, ({ groups }) => ({
    language: groups?.["language"] ?? "",
    text: groups?.["text"] ?? "",
  }));
}

/** Returns the commands of a block that start the program, without comments; npm's way of it, too. */
export function dowserCommands({ text }: DocBlock): readonly string[] {
  return text
    .replaceAll(/\\\n\s*/gu, "")
    .split("\n")
    .map((line) =>
      line
        .replace(/^npm run (?:--silent |-s )?dowser --/u, "dowser")
        .replace(/\s+#.*$/u, "")
        .trim(),
    )
    .filter((line) => line.startsWith("dowser "));
}
