import { IANAZone } from 'luxon'
import { z } from 'zod'

export const zone = z
  .string()
  .max(60)
  .refine((name) => name === 'UTC' || IANAZone.isValidZone(name))
  .default('UTC')
export const zoneLabel = {
  label: { en: 'Time zone', de: 'Zeitzone' },
  help: { en: 'Such as Europe/Berlin or UTC', de: 'Etwa Europe/Berlin oder UTC' },
}

export const isUtc = (name: string) => name === 'UTC' || name === 'Etc/UTC'
