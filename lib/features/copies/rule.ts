/** Groups the copies of pages under the page that was fetched first: `scope.copies: group`. */
import type { DecideRule, DecideRulePorts, ReadRule } from "../../crawl/rules.ts";
import { contentPrint, hashesText } from "../../domain/page/copies/content-print.ts";
import { fingerprintText, textFingerprint } from "../../domain/page/copies/text-fingerprint.ts";
import type { OpenedFeature } from "../feature.ts";
import { asCopy, Copies } from "./copies.ts";

/** Notes what shows whether a page is a copy of another, and keeps a copy one when it is judged again. */
const read: ReadRule = {
  name: "copies",
  note({ viewed }, _given, { identify }) {
    if (viewed === undefined) return {};
    const { url, mainText, canonicalUrl } = viewed.view;
    const print = textFingerprint(mainText);
    const canonical = canonicalUrl && identify(canonicalUrl);
    const { lines, figures, parts, thread } = contentPrint(viewed.view);
    return {
      page: {
        contentLines: hashesText(lines),
        contentFigures: hashesText(figures),
        contentParts: hashesText(parts),
        contentThread: hashesText(thread),
        ...(print === undefined ? {} : { textPrint: fingerprintText(print) }),
        ...(canonical === undefined || canonical === url ? {} : { canonicalUrl: canonical }),
      },
    };
  },
  rejudged(page, url, { labels }) {
    const { copyOf, copyBy, ...without } = page;
    if (copyOf === undefined) return page;
    // Once the user labels it, it is a page like others.
    return labels?.has(url) === true ? without : asCopy(page, { of: copyOf, by: copyBy });
  },
};

function decide({ records }: DecideRulePorts): DecideRule {
  const copies = new Copies(records);
  return {
    name: "copies",
    mark: (record, { labels }) => copies.marked(record, labels),
    later: (link) => copies.later(link),
    count(record, replaced) {
      if (replaced === undefined) copies.add(record);
      return undefined;
    },
  };
}

/** Opens the rules that group copies. */
export function open(): OpenedFeature {
  return { read, decide };
}
