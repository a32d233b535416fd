/** Where a server is and how one signs in; the password in plain text. */
export type Access = {
  host: string
  /** The address the egress guard has allowed for the host. */
  address: string
  port: number
  username: string
  password: string
  ssl: boolean
  passive: boolean
  timeout: number
  /** What the server showed the first time; empty: whatever it shows is remembered. */
  host_key: string
  remember(host_key: string): void
}
