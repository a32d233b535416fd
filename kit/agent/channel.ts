/** Told by PostgreSQL when an agent was revoked, enrolled anew or has connected elsewhere; the payload is its id. */
export const agentChannel = 'weft_agents'
