/** Where a server is, and who asks. Certificates and keys are PEM. */
export interface ClientConfig {
  /** `https://127.0.0.1:6443` */
  readonly server: string;
  /** The name that its certificate must have, if not the one in `server`. */
  readonly tlsServerName?: string;
  readonly certificateAuthority?: string;
  readonly token?: string;
  readonly clientCertificate?: string;
  readonly clientKey?: string;
  readonly username?: string;
  readonly password?: string;
  /** Any certificate of the server is accepted. */
  readonly insecureSkipTlsVerify?: boolean;
  /** Of namespaced resources, where none is said; `default` if left out. */
  readonly namespace?: string;
  /** What it calls itself in `User-Agent`. */
  readonly userAgent?: string;
  /** Sends the requests instead of a connection of its own: a server in the same process has one. */
  readonly fetch?: (request: Request) => Promise<Response>;
}
