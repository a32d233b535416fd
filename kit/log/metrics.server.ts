import { Registry } from 'prom-client'

/** What this process counts and measures; `/metrics` answers it. */
export const registry: Registry = new Registry()
