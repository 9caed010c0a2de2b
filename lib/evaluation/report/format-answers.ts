import { safeText } from "../../domain/text/safe-text.ts";
import { figures, formatTable } from "../../domain/text/table.ts";
import { reasonsInWords } from "../missing-targets.ts";
import { foundFigures, nextSteps, type RunAnswers, sureInWords } from "./answers.ts";
import { formatOutcomes } from "./format-totals.ts";
import type { CrawlRequest } from "./run-report.ts";

/**
 * Formats the answers for a terminal, in the order in which they are read: what was asked, what was
 * found, how sure that is, what to do next, and where each URL ended.
 */
export function formatAnswers(answers: RunAnswers, request: CrawlRequest): readonly string[] {
  const sure = sureInWords(answers);
  const next = nextSteps(answers);
  return [
    asked(request),
    answers.missing === undefined ? [] : [reasonsInWords(answers.missing).map(safeText).join("\n")],
    found(answers),
    sure.length === 0 ? [] : [list("how sure that is", sure)],
    next.length === 0
      ? []
      : [
          list(
            "what to do next",
            next.map(({ text, command }) =>
              command === undefined ? text : `${text}\n    ${command}`,
            ),
          ),
        ],
    formatOutcomes(answers.totals),
  ].flat();
}

function asked({ name, strategy, need }: CrawlRequest): string {
  const what = need.files.length === 0 ? "pages" : `files (${need.files.join(", ")})`;
  const about = need.topic === undefined ? "" : ` about "${need.topic}"`;
  const like = need.examplePage === undefined ? "" : ` made like ${need.examplePage}`;
  return safeText(`${name}: strategy ${strategy} looked for ${what}${about}${like}`);
}

function found(answers: RunAnswers): string {
  return formatTable(
    [{ title: "found", align: "left" }, figures(""), { title: "", align: "left" }],
    foundFigures(answers).map(({ name, value, note }) => [name, value, note]),
  );
}

function list(title: string, items: readonly string[]): string {
  return [title, ...items.map((item) => `  - ${item.split("\n").map(safeText).join("\n")}`)].join(
    "\n",
  );
}
