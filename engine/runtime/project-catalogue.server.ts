import { inScope, type Database } from '@weft/kit/database/connect.server.ts'
import { bodiesOf } from '../plugins/code.server.ts'
import { runningPlugins } from '../plugins/installed.server.ts'
import type { JobToRun } from './job.ts'
import { elementAvailability } from '../workflow-model/element-availability.server.ts'
import type { Catalogue } from '../workflow-model/plan.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

/** What somebody switches off is heard of so much later at most. */
const remembered = 5_000

/** The catalogue each project may use. It is the same object as long as nothing has changed, so plans made of it can be kept. */
export function openProjectCatalogues(
  db: Database,
  key: Keyring,
  whole: Catalogue,
): (job: Pick<JobToRun, 'tenant_id' | 'project_id'>, anew?: boolean) => Promise<Catalogue> {
  const known = new Map<string, { until: number; catalogue: Promise<Catalogue>; sign: string }>()
  return ({ tenant_id, project_id }, anew = false) => {
    const before = known.get(project_id)
    if (before && !anew && Date.now() < before.until) return before.catalogue
    if (known.size > 1_000) known.clear()
    const entry = { until: Date.now() + remembered, sign: before?.sign ?? '', catalogue: look() }
    known.set(project_id, entry)
    entry.catalogue.catch(() => known.delete(project_id))
    return entry.catalogue

    async function look(): Promise<Catalogue> {
      const scope = { level: 'tenant', tenant_id, project_id } as const
      const { elements, off, plugins } = await inScope(db, scope, (trx) => elementAvailability(trx, whole.elements))
      const used = plugins.filter(({ enabled }) => enabled)
      const sign = JSON.stringify([
        [...off],
        plugins.map(({ archive_id }) => archive_id),
        used.map(({ settings }) => settings),
      ])
      if (before && sign === before.sign) return before.catalogue
      entry.sign = sign
      if (off.size === 0 && plugins.length === 0) return whole
      const bodies = (await runningPlugins(db, scope, key, used)).map(bodiesOf)
      return { elements, off, bodies: Object.assign({}, whole.bodies, ...bodies) as Catalogue['bodies'] }
    }
  }
}
