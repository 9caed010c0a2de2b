import type { Page } from "playwright-core";

/**
 * Runs in the browser: for each element with text of its own, returns its colour, the background
 * behind it, and its text.
 */
const COLOURS = `[...document.querySelectorAll("body *")].flatMap((element) => {
  const text = [...element.childNodes].filter(({ nodeType }) => nodeType === 3)
    .map(({ data }) => data.trim()).join("");
  if (text === "" || element.getClientRects().length === 0) return [];
  if (["title", "desc"].includes(element.localName)) return [];
  const isDrawn = element.namespaceURI.endsWith("svg");
  const { color, fill } = getComputedStyle(element);
  let behind = element;
  let background = "rgba(0, 0, 0, 0)";
  while (behind !== null && background === "rgba(0, 0, 0, 0)") {
    background = getComputedStyle(behind).backgroundColor;
    behind = behind.parentElement;
  }
  return [{ text, colour: isDrawn ? fill : color, background }];
})`;

interface ColouredText {
  readonly text: string;
  readonly colour: string;
  readonly background: string;
}

/** Returns the texts of a page whose contrast with the background is less than `least`. */
export async function faintTexts(page: Page, least: number): Promise<readonly string[]> {
  const texts: readonly ColouredText[] = await page.evaluate(COLOURS);
  if (texts.length === 0) return ["the page has no text"];
  return texts
    .filter(({ colour, background }) => !(contrast(colour, background) >= least))
    .map(({ text, colour, background }) => `${text.slice(0, 40)}: ${colour} on ${background}`);
}

/** Contrast ratio, in [1,21] (WCAG 2.2). */
function contrast(a: string, b: string): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y);
  return (light + 0.05) / (dark + 0.05);
}

/** Returns the relative luminance of `rgb(…)`, in [0,1] (WCAG 2.2); NaN for any other colour. */
function luminance(colour: string): number {
  const channels = /^rgb\((\d+), (\d+), (\d+)\)$/.exec(colour)?.slice(1) ?? [];
  const [red = Number.NaN, green = 0, blue = 0] = channels.map((text) => {
    const channel = Number(text) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
