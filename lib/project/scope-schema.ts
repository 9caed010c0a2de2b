/** The section `scope` of the project file. */
import { z } from "zod";
import { DEFAULTS } from "../config/defaults.ts";
import { hostSchema } from "../config/host-schema.ts";
import { DETECTED_LANGUAGES } from "../domain/page/language/page-language.ts";
import { FEATURE_SECTIONS } from "../features/registry.ts";

const {
  scope,
  scope: { traps },
} = DEFAULTS;

const pattern = z
  .string()
  .max(1_000)
  .regex(
    /^(?:\*|\/|https?:\/\/)/,
    "expected a pattern that begins with /, * or http:// (`/` is matched with path and query, the others with the whole URL)",
  );

const extension = z
  .string()
  .regex(/^\.?[a-z0-9]{1,10}$/i, "expected a file name extension such as pdf")
  .overwrite((text) => text.replace(/^\./, "").toLowerCase());

const limit = () => z.int().min(1);

const trapsSchema = z.strictObject({
  hostsPerDomain: limit()
    .default(traps.hostsPerDomain)
    .describe("Most host names of one registrable domain; further ones are refused."),
});

/** English names of languages, by the language data of the JavaScript engine (CLDR). */
const NAMES = new Intl.DisplayNames(["en"], { type: "language", fallback: "none" });

const LETTERS = "abcdefghijklmnopqrstuvwxyz".split("");

/** Section `scope`: which links may be followed. */
export const scopeSchema = z.strictObject({
  hosts: z.enum(["any", "seeds", "seed-domains"]).optional().meta({
    description:
      "Where links may lead: any host, the hosts of the seeds (with subdomains), or all hosts of the seeds' registrable domains. Left out, it is `seeds` for strategies that learn one site (`source`, `tpm`, `irobot`), and `any` for others.",
    default: scope.hosts,
  }),
  allowHosts: z
    .array(hostSchema)
    .prefault(scope.allowHosts)
    .describe("If given, only these hosts; a name covers its subdomains."),
  denyHosts: z
    .array(hostSchema)
    .prefault(scope.denyHosts)
    .describe("Never these hosts; a name covers its subdomains."),
  allowPatterns: z
    .array(pattern)
    .default(scope.allowPatterns)
    .describe(
      "If given, only URLs that match one. `*` matches any characters; a pattern that begins with `/` is matched with path and query, any other with the whole URL.",
    ),
  denyPatterns: z
    .array(pattern)
    .default(scope.denyPatterns)
    .describe("Never URLs that match one; written like allowPatterns."),
  maxDepth: z.int().min(0).optional().describe("Most links from a seed; no limit if absent."),
  urlsPerSite: limit()
    .optional()
    .describe(
      "Most URLs of a site, which is a registrable domain with all its hosts: the first ones discovered, seeds first; further ones are refused. No limit if absent.",
    ),
  languages: z
    .array(
      z
        .string()
        .regex(/^[a-z]{2,8}(?:-[a-z0-9]{1,8})*$/i, "expected a language tag such as en")
        .superRefine((tag, context) => {
          const message = languageFault(tag);
          if (message !== undefined) context.addIssue({ code: "custom", message });
        }),
    )
    .default(scope.languages)
    .describe(
      "If given, links are followed only from pages in these languages (BCP 47; `en` covers `en-us`) and from pages whose language is not known.",
    ),
  detectLanguage: z
    .enum(["undeclared", "always"])
    .optional()
    .describe(
      "Tell the language of pages by their text: of those that declare none, or of all, where a text in another language counts more than the declaration. Short texts are not told. Left out, only declarations count.",
    ),
  ...FEATURE_SECTIONS.scope,
  mediaTypes: z
    .array(
      z.string().regex(/^[a-z0-9.+-]+\/[a-z0-9.+-]+$/, "expected a media type such as text/html"),
    )
    .min(1)
    .optional()
    .meta({
      description:
        "Content types taken; a response of another type is refused before its body is read. Left out, those of need.files are taken, too.",
      default: scope.mediaTypes,
    }),
  skipExtensions: z.array(extension).optional().meta({
    description:
      "URLs whose path ends so are refused without a fetch. Left out, those of need.files are not in the list.",
    default: scope.skipExtensions,
  }),
  dropParameters: z
    .array(z.string().min(1).toLowerCase())
    .default(scope.dropParameters)
    .describe(
      "Query parameters removed from every URL, such as `utm_*` and `fbclid`; a trailing `*` matches a prefix.",
    ),
  traps: trapsSchema.prefault({}).describe("Limits against sites without end."),
});

/**
 * Returns the languages of a scope, with their places, that no text is told to be in, although the
 * scope has texts told: their pages would be taken for others and left out.
 */
export function unknownLanguages({
  languages,
  detectLanguage,
}: z.output<typeof scopeSchema>): (readonly [number, string])[] {
  if (detectLanguage === undefined) return [];
  const primary = (tag: string) => tag.toLowerCase().split("-")[0] ?? "";
  return [...languages.entries()].filter(([, tag]) => !DETECTED_LANGUAGES.has(primary(tag)));
}

/** Says what is wrong with a language tag (BCP 47) that does not begin with the code of a known language. */
export function languageFault(tag: string): string | undefined {
  const asked = tag.toLowerCase();
  const [code = ""] = asked.split("-");
  if (code.length <= 3 && nameOf(code) !== undefined) return undefined;
  const codes = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));
  const meant = codes.find((each) => nameOf(each)?.toLowerCase() === asked);
  return meant === undefined
    ? "expected the code of a language such as en"
    : `expected a language code; did you mean \`${meant}\`?`;
}

function nameOf(code: string): string | undefined {
  try {
    return NAMES.of(code);
  } catch {
    // The engine throws for what is no code at all.
    return undefined;
  }
}
