import { decodeHTML } from "entities/decode";
import type { FoundWall } from "../../web/walls/wall.ts";
import type { PageView } from "../page-view.ts";
import { scriptTexts } from "../script-texts.ts";

/** Most text of a page that has no content of its own, in UTF-16 units: some 120 words. */
const MOST_TEXT = 800;

/** Most links of a challenge or a consent dialog: it stands alone, without the navigation of its site. */
const MOST_LINKS = 5;

/** Most text of a page that is a login whatever its field is called, in UTF-16 units: some 30 words. */
const MOST_BARE_TEXT = 200;

/** A field for a password. Each tag is read up to the next mark of one, so that no text is read twice. */
const PASSWORD = /<input\b[^<>]{0,500}?\btype\s*=\s*["']?password\b/gi;

/** Most fields for a password whose labels are looked at: a form to change one has three. */
const MOST_FIELDS = 10;

/** HTML before a field that is searched for its label, in UTF-16 units. */
const LABEL_REACH = 600;

const HIDDEN_FIELD = /<input\b[^<>]{0,500}?\btype\s*=\s*["']?hidden\b[^<>]*>/gi;
const FIELD_END =
  /^[^]*<(?:input\b|\/?select\b|\/?textarea\b|\/?button\b|\/script\b|\/style\b)[^<>]*>/i;
const TAG = /<[^>]*>?|^[^<]*>/g;

/**
 * Signs of a test that tells people from robots: the addresses and the elements of Cloudflare,
 * reCAPTCHA, hCaptcha, AWS WAF, DataDome and PerimeterX.
 */
const CHALLENGE =
  /\/cdn-cgi\/challenge-platform\/|\b_cf_chl_opt\b|\bcf-turnstile\b|\bg-recaptcha\b|\bh-captcha\b|\bAwsWafIntegration\b|captcha-delivery\.com\/|\bpx-captcha\b/;

/** Functions of the IAB's consent frameworks, which a page calls or defines. */
const CONSENT = /\b__tcfapi\b|\b__gpp\b|\b__cmp\b/;

/** A page as its HTML, and the parts of its view that show what it holds. */
interface WallPage {
  readonly html: string;
  readonly view: Pick<PageView, "text" | "linkLengths" | "mainText" | "anchors">;
}

/**
 * Returns the wall that a page is: one whose publisher says that its text is not free, or one that
 * has hardly any text, and a password field, a test for robots or the script of a consent dialog.
 * A page with content of its own is none, whatever forms stand beside the content.
 */
export function wallOfPage({ html, view }: WallPage): FoundWall | undefined {
  if (isPaid(html)) return { wall: "paywall", sign: "isAccessibleForFree: false" };
  if (!isSparse(view)) return undefined;
  // A login may have a test for robots beside its fields.
  if (isLogin(html, view)) return { wall: "login", sign: "a password field as content" };
  if (view.anchors.length > MOST_LINKS || view.text.length > MOST_TEXT) return undefined;
  const challenge = CHALLENGE.exec(html);
  if (challenge !== null) return { wall: "challenge", sign: challenge[0] };
  const consent = CONSENT.exec(html);
  return consent === null ? undefined : { wall: "consent", sign: consent[0] };
}

/**
 * Returns whether a password field is what the page is about: its label is in the main text. Sites
 * have fields in the margin of every page, too, mostly without a label of their own.
 */
function isLogin(html: string, view: WallPage["view"]): boolean {
  const isBare = textOutsideLinks(view) <= MOST_BARE_TEXT;
  let fields = 0;
  for (const { index } of html.matchAll(PASSWORD)) {
    fields += 1;
    if (isBare) return true;
    if (fields > MOST_FIELDS) return false;
    const label = labelBefore(html, index);
    if (label !== "" && view.mainText.includes(label)) return true;
  }
  return false;
}

/** Returns the last word between a field and the field before it; `""` when nothing is there. */
function labelBefore(html: string, at: number): string {
  const before = html.slice(Math.max(0, at - LABEL_REACH), at).replace(HIDDEN_FIELD, "");
  const text = decodeHTML(before.replace(FIELD_END, "").replace(TAG, " ")).trim();
  return text.split(/\s+/).at(-1) ?? "";
}

/** Returns whether a page has hardly any text outside links. */
export function isSparse(view: Pick<PageView, "text" | "linkLengths">): boolean {
  return textOutsideLinks(view) <= MOST_TEXT;
}

function textOutsideLinks({ text, linkLengths }: Pick<PageView, "text" | "linkLengths">): number {
  return text.length - linkLengths.reduce((sum, length) => sum + length, 0);
}

/** Returns whether the publisher of a page says that its text is not free. */
function isPaid(html: string): boolean {
  return html.includes("isAccessibleForFree") && jsonScripts(html).some((data) => isLocked(data));
}

const JSON_LD = /^\s*application\/ld\+json\b/i;

function jsonScripts(html: string): unknown[] {
  return scriptTexts(html, JSON_LD).map((text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      // Data that cannot be read says nothing.
      return undefined;
    }
  });
}

/** Types of texts; an event or a museum that costs money is no paywall. */
const TEXT_TYPE = /(?:Article|BlogPosting|WebPage|Report|Review|CreativeWork)$/;

/** Deepest nesting of data that is read: `@graph`, its nodes, and a main entity of each. */
const MOST_NESTED = 4;

/** Returns whether the data have a text that is not free (schema.org/isAccessibleForFree). */
function isLocked(data: unknown, depth = 0): boolean {
  if (depth > MOST_NESTED) return false;
  if (Array.isArray(data)) return data.some((each) => isLocked(each, depth + 1));
  if (typeof data !== "object" || data === null) return false;
  const node = new Map<string, unknown>(Object.entries(data));
  const types = [node.get("@type")].flat();
  const isText = types.some((type) => typeof type === "string" && TEXT_TYPE.test(type));
  if (isText && isFalse(node.get("isAccessibleForFree"))) return true;
  return [node.get("@graph"), node.get("mainEntity")].some((each) => isLocked(each, depth + 1));
}

function isFalse(value: unknown): boolean {
  return value === false || (typeof value === "string" && value.toLowerCase() === "false");
}
