import { z } from 'zod'

/** How a system is reached: by itself, through an agent at the customer's site, or through a connection that leads into its network. */
export const ways = ['direct', 'agent', 'tunnel'] as const

export const way = z.strictObject({
  reach: z.enum(ways).default('direct'),
  agent_id: z.uuid().nullable().default(null),
  tunnel_connection_id: z.uuid().nullable().default(null),
})
export type Way = z.output<typeof way>

export const directly: Way = { reach: 'direct', agent_id: null, tunnel_connection_id: null }
