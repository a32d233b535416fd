import { z } from 'zod'

/** Whose account a list is about, where somebody sees more than one. */
export const accountQuery = { tenant_id: z.uuid().optional(), partner_id: z.uuid().optional() }
