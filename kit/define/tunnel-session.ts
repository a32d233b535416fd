import type { Duplex } from 'node:stream'

/** A way into a network that is not reached otherwise. */
export type TunnelSession = {
  /** A line to a host as that network knows it; nothing of it is looked up here. Throws where the way does not lead there. */
  connect(host: string, port: number): Promise<Duplex>
  close(): Promise<void>
}
