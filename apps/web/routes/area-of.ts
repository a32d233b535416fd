import type { Area } from '@weft/kit/ui/session.ts'

/** The area an address belongs to; common ones belong to whichever the user is in. */
export function areaOf(path: string): Area | undefined {
  const first = path.split('/')[1]
  return first === 'admin' || first === 'partner' || first === 'tenant' || first === 'project' ? first : undefined
}
