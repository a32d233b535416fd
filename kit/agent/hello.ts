/** What an agent says of itself when its socket is open, and what it is answered. */
export type Hello = { protocol: number; version: string; node: string; system: string; allow: string[] }
/** `version` is that of the agent this Weft offers. */
export type Welcome = { name: string; version: string }

/** Why Weft closes the socket of an agent. */
export const closings = { replaced: 4001, revoked: 4003, outdated: 4004, unread: 4005 } as const
