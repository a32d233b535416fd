import { z } from 'zod'

/** A regular expression as a setting; what it means is decided by the platform's engine with the flags `gu`. */
export const pattern = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => {
    try {
      return Boolean(new RegExp(text, 'gu'))
    } catch {
      return false
    }
  })
