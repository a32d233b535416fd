import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { RemoteCall } from '@weft/engine/mapping/elsewhere.ts'
import { openDataSets } from '@weft/engine/data-sets/data-sets.server.ts'
import { nextNumber, type NumberRange } from '@weft/engine/mapping/number-ranges.server.ts'
import { functionsIn } from '@weft/engine/mapping/stored-functions.server.ts'
import type { MappingPorts } from '@weft/engine/mapping/runner.ts'
import { readTexts } from '@weft/engine/mail/stored-texts.server.ts'
import { pluginsIn, runningPlugins } from '@weft/engine/plugins/installed.server.ts'
import { computeIn } from '@weft/engine/plugins/transformers.server.ts'
import { openReferences } from '@weft/engine/references/references.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { readConfiguration } from '@weft/engine/runtime/configuration.server.ts'
import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { MappingFunction } from '@weft/kit/define/mapping-function.ts'
import type { PluginManifest } from '@weft/kit/define/plugin.ts'
import type { ReferenceSide } from '@weft/kit/define/cross-reference.ts'
import type { AppContext } from '../../context.ts'
import { dataSetGround } from '../data-sets/ground.ts'

/** What the trial of a mapping is given of its project: the transformers of its plugins, its functions, and answers to what it may ask. */
export async function surroundingsFor(
  context: AppContext<'databases' | 'db' | 'isolation' | 'sandbox'>,
  scope: ProjectScope,
): Promise<{ plugins: PluginManifest[]; functions: MappingFunction[]; answers: NonNullable<Given['answers']> }> {
  const { db, databases, sandbox } = context
  const records = openRecords({ db, databases }, scope)
  const dataSets = openDataSets(dataSetGround(context), scope)
  const used = (await inScope(db, scope, pluginsIn)).filter(
    ({ enabled, manifest }) => enabled && manifest.transformers.length > 0,
  )
  return {
    plugins: used.map(({ manifest }) => manifest),
    functions: await inScope(db, scope, functionsIn),
    answers: {
      lookup: (query: Parameters<MappingPorts['lookup']>[0]) => records.lookup(query),
      references: ({ name, by, ids }: { name: string; by: ReferenceSide; ids: string[] }) =>
        openReferences(db, scope).find(name, by, ids),
      data_set: (query: Parameters<MappingPorts['data_set']>[0]) => dataSets.lookup(query),
      partners: (query: Parameters<MappingPorts['partners']>[0]) => dataSets.partners(query),
      numbers: (asked: NumberRange) => nextNumber(db, scope, asked),
      configuration: async (key: string) => (await inScope(db, scope, readConfiguration)).get(key),
      text: async (id: string) => (await inScope(db, scope, (trx) => readTexts(trx, [id]))).get(id),
      compute: async (calls: RemoteCall[]) =>
        computeIn(await runningPlugins(db, scope, undefined, used), sandbox, calls),
    },
  }
}
