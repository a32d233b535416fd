import { z } from 'zod'

/** That a run is a test: so many records of each source (null: all), the step at which it ends, or the one that is tried alone. */
export const jobTest = z.object({
  records: z.number().nullable(),
  until: z.string().optional(),
  only: z.string().optional(),
  /** The step it began at, with records of its own. */
  from: z.string().optional(),
  /** The way of each record is kept. */
  trace: z.boolean().optional(),
  /** The steps that handed out pinned records, and by which exit. */
  pinned: z.object({ exits: z.record(z.string(), z.string()) }).optional(),
})
