import type { Anchor } from "../../page/page-view.ts";
import type { Url } from "../../url/url.ts";
import { urlWords } from "../../url/url-words.ts";
import type { LokmanModel } from "./lokman-model.ts";
import type { LokmanSettings } from "./options.ts";
import { compileTextWorth, type TextWorth } from "./text-worth.ts";

/**
 * What stands at a link on page `from`: per channel the topic's concepts it names, as `nearWorth` has
 * them, or where they are not worth as much, the nearest of the remoter ones.
 */
export function compileLinkValue(
  { terms }: LokmanModel,
  { channels }: LokmanSettings,
  nearWorth: (text: string) => TextWorth,
): (anchor: Anchor, from: Url) => number {
  const gradedWorth = compileTextWorth(terms.map((term) => ({ ...term, worth: term.graded })));
  const valueOf = (text: string) => Math.max(nearWorth(text).sum, gradedWorth(text).best);
  return ({ url, text, before, after }, from) => {
    let value = channels.anchor > 0 ? channels.anchor * valueOf(text) : 0;
    if (channels.url > 0) value += channels.url * valueOf(urlWords(url, from));
    if (channels.around > 0) value += channels.around * valueOf(`${before}\n${after}`);
    return value;
  };
}
