import type { Selected } from '@weft/kit/ui/session.ts'

/** The partner or tenant a session belongs to, by the word the answer uses for it. */
export function homeOf(level: (Selected & { tenantable_type: string }) | undefined): {
  partner?: Selected
  tenant?: Selected
} {
  if (!level) return {}
  return level.tenantable_type.includes('partner') ? { partner: level } : { tenant: level }
}
