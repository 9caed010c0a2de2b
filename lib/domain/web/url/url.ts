declare const urlBrand: unique symbol;
declare const hostBrand: unique symbol;

/** An absolute, canonical http(s) URL: only {@link "./canonical-url.ts"} creates one. */
export type Url = string & { readonly [urlBrand]: true };

/** Host name and port (port only when it is not the scheme's default), lower case. */
export type Host = string & { readonly [hostBrand]: true };
