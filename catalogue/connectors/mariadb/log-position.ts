import { z } from 'zod'

/**
 * Where in the binary log a reading goes on: behind `at` in a file, where a transaction begins there behind so many of its changes of the
 * table. `mark`: when and by which server the file was begun, as another may bear its name later. `shape`: what the table was made of.
 */
export const logPosition = z.strictObject({
  file: z.string().min(1).max(512),
  at: z.int().min(4).max(0xffff_ffff),
  skip: z.int().min(1).optional(),
  mark: z.string().optional(),
  shape: z.string(),
})
export type LogPosition = z.output<typeof logPosition>
