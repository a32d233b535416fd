/** How a connection says that it is reached. */
export type Leaving = { tenant_id: string; reach: string; agent_id: string | null; tunnel_connection_id: string | null }
