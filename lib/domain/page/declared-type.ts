import { parseShallow } from "./extract-fields.ts";
import { jsonLdItems, microdataItems } from "./structured-data.ts";

/** Returns the first of the types asked for that a page declares; `undefined` when it declares none. */
export type DeclaredType = (html: string) => string | undefined;

/** What a page has that declares anything: others are not parsed. */
const MAY_DECLARE = /ld\+json|itemtype/i;

/**
 * Compiles the need's types, such as `Event`, to a function that finds them in a page's JSON-LD or
 * microdata. A subtype is another name, and is not meant; `undefined` when no type is asked for.
 */
export function compileDeclaredTypes(types: readonly string[]): DeclaredType | undefined {
  if (types.length === 0) return undefined;
  return (html) => {
    if (!MAY_DECLARE.test(html)) return undefined;
    const page = parseShallow(html);
    const declared = new Set<string>();
    for (const item of [...jsonLdItems(page), ...microdataItems(page)])
      for (const type of item.types) declared.add(type);
    return types.find((type) => declared.has(type));
  };
}
