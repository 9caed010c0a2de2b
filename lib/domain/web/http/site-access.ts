/** A cookie that opens a site. */
export interface SiteCookie {
  readonly name: string;
  readonly value: string;
  /** Domain that the cookie was set for, without a dot before it. */
  readonly domain: string;
  /** Whether only the host `domain` itself gets the cookie, and no host below it. */
  readonly isHostOnly: boolean;
  readonly path: string;
  /** Whether the cookie is sent over https alone. */
  readonly isSecure: boolean;
  /** End of the cookie, ms since the epoch; absent where it has none. */
  readonly expiresAt?: number;
}

/** What a site wants to be sent before it shows its pages. All values are secrets. */
export interface SiteAccess {
  /** Scheme, host and port: the only place that gets the values. */
  readonly origin: string;
  /** Names in lower case, and values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly cookies: readonly SiteCookie[];
}

/** A proxy that requests go through. User and password are secrets. */
export interface ProxyAccess {
  /** `https`: TLS to the proxy itself. */
  readonly protocol: "http" | "https" | "socks5";
  /** Name or address, IPv6 without brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** Whether its address may be private: of this machine or its network. */
  readonly isPrivate: boolean;
  /**
   * Whether it is asked for http pages by their URL, and looks their names up itself; else it gets an
   * address for a tunnel.
   */
  readonly forwards: boolean;
}
