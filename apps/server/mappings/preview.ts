import vm from 'node:vm'
import { previewMapping } from '@weft/engine/mapping/preview.ts'
import type { Guard, MappingPorts } from '@weft/engine/mapping/runner.ts'
import { transformersOf } from '@weft/engine/plugins/transformers.server.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { recordStore } from '@weft/engine/records/store.server.ts'
import type { TenantScope } from '@weft/engine/records/structures.server.ts'
import type { Structure } from '@weft/engine/records/structure.ts'
import { readConfiguration } from '@weft/engine/workflow/configuration.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { MappingDefinition, MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import type { House } from '../house.ts'
import { known } from './view.ts'

const texts = defineMessages({ slow: { en: 'The mapping takes too long for a preview. Look for a slow pattern in its transformers.', de: 'Das Mapping braucht für eine Vorschau zu lange. Suchen Sie in seinen Umwandlungen nach einem langsamen Muster.' } })

const limit = 2_000

/** A tenant's pattern may run for ever; the platform can stop it only inside a script with a time limit. */
const timed: Guard = (work) => {
  try {
    return new vm.Script('work()').runInNewContext({ work }, { timeout: limit }) as ReturnType<typeof work>
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw new Invalid('MAPPING_SLOW', texts.slow())
    throw error
  }
}

type Parts = { definition: MappingDefinition; source: Structure; target: Structure }

/** A mapping put to sample records on the server, with the lookups and configuration of the project. */
export async function previewFor({ db, databases, sandbox }: House, scope: TenantScope, parts: Parts) {
  const records = openRecords({ db, databases }, scope)
  const ports: MappingPorts = {
    lookup: (query) => records.lookup(query),
    configuration: async (key) => (await inScope(db, scope, readConfiguration)).get(key),
  }
  const { transformers, around } = await transformersOf({ db, sandbox, transformers: known }, scope)
  const { checked, run } = previewMapping({ ...parts, transformers }, ports, timed)
  return { checked, run: around(run) }
}

/** The newest records of a structure, without what the store adds to them. */
export async function samplesOf({ databases }: House, scope: TenantScope, structure: Structure, count: number): Promise<DataRecord[]> {
  const { data } = await (await recordStore(databases, scope.tenant_id)).page(structure, { page: 1, perPage: count })
  const names = structure.fields.map(({ name }) => name)
  return data.map((row) => Object.fromEntries(names.map((name) => [name, row[name]])))
}

export const toldTrace = ({ out, rejected, values }: MappingTrace, language: Language) => ({
  ...(out && { out }),
  ...(rejected && { rejected: { ...rejected, reason: say(rejected.reason, language) } }),
  values: values.map(({ failed, ...value }) => ({ ...value, ...(failed && { failed: say(failed, language) }) })),
})
