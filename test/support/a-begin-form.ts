import type { Page } from "playwright-core";
import { until } from "./until.ts";

/** The form of a new crawl, as a person goes through it. */
export interface BeginForm {
  /** Opens a step. */
  readonly step: (name: "What" | "Where" | "Go") => Promise<void>;
  readonly tab: (name: "In three steps" | "Project file") => Promise<void>;
  /** Waits until the project file, which is written while one types, has all of these. */
  readonly written: (...parts: readonly string[]) => Promise<string>;
}

/** Goes through the form of a page. */
export function aBeginForm(page: () => Page): BeginForm {
  const tab: BeginForm["tab"] = (name) => page().getByRole("button", { name, exact: true }).click();
  return {
    step: (name) =>
      page().getByRole("region", { name, exact: true }).locator("button.head").click(),
    tab,
    async written(...parts) {
      await tab("Project file");
      const field = page().locator("textarea.yaml");
      const text = await until(`${parts.join(" and ")} are in the project file`, async () => {
        const text = await field.inputValue();
        return parts.every((part) => text.includes(part)) && text;
      });
      await tab("In three steps");
      return text;
    },
  };
}
