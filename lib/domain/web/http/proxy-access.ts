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
