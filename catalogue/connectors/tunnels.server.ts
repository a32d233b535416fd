import { httpProxyBody } from './http-proxy/http-proxy.server.ts'
import { sshTunnelBody } from './ssh-tunnel/ssh-tunnel.server.ts'

/** Those that lead into a network, for processes that open no other systems themselves. */
export const tunnelBodies = { http_proxy: httpProxyBody, ssh_tunnel: sshTunnelBody }
