import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { escapeLatex, latexTable } from "../../../peers/commands/tables.ts";

const COLUMNS = [
  { title: "bee", align: "left" },
  { title: "100 %", align: "right" },
] as const;

/** Letters with a meaning to LaTeX, and some without. */
const SPECIAL = "\\{}$&#%_^~<>|-[ a\n".split("");

const NAMED: Readonly<Record<string, string>> = {
  textbackslash: "\\",
  textasciicircum: "^",
  textasciitilde: "~",
  textless: "<",
  textgreater: ">",
  textbar: "|",
};

/** What LaTeX sets of an escaped text. */
function set(text: string): string {
  return text.replaceAll(/\\(text\w+)\{\}|\\([{}$&#%_])|\{\}/g, (_, name, letter) =>
    typeof name === "string" ? (NAMED[name] ?? "?") : (letter ?? ""),
  );
}

describe("a table in LaTeX", () => {
  it("A LaTeX table is a tabular environment with aligned columns and rules, no wider than the text", () => {
    assert.equal(
      latexTable(COLUMNS, [["queen_1", "5"]]),
      [
        "\\resizebox{\\ifdim\\width>\\linewidth\\linewidth\\else\\width\\fi}{!}{%",
        "\\begin{tabular}{lr}",
        "\\hline",
        "bee & 100 \\% \\\\",
        "\\hline",
        "queen\\_1 & 5 \\\\",
        "\\hline",
        "\\end{tabular}}",
      ].join("\n"),
    );
  });

  it("A LaTeX table begins no line with text that the line before would read as its argument", () => {
    for (const cell of ["[2pt]", "*"])
      assert.match(latexTable(COLUMNS, [[cell]]), /^\{\}[[*]/m, cell);
  });

  it("A LaTeX table escapes every special character, and gives back any text when it is set", () => {
    const special = fc.string({ unit: fc.constantFrom(...SPECIAL) });
    const property = fc.property(fc.oneof(fc.string(), special), (text) => {
      const escaped = escapeLatex(text);
      assert.equal(set(escaped), text.replaceAll(/\s+/g, " "));
      const rest = escaped.replaceAll(/\\text\w+\{\}|\\[{}$&#%_]|\{\}/g, "");
      assert.doesNotMatch(rest, /[\\{}$&#%_^~<>|\n]/);
      assert.doesNotMatch(escaped, /--/);
    });
    fc.assert(property, { seed: 1 });
  });
});
