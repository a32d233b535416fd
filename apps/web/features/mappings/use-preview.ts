import type { Others } from '@weft/engine/mapping/check/further.ts'
import { previewMapping } from '@weft/engine/mapping/preview.ts'
import type { MappingPorts } from '@weft/engine/mapping/runner.ts'
import type { MappedStructure } from '@weft/designers/mapping/rows.ts'
import type { MappingDefinition, MappingTrace } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StoredText } from '@weft/kit/define/step-context.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import { givenFields, givenVariables } from '@weft/kit/text-templates/given.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useEffect, useMemo, useState } from 'react'
import { structureOf } from './use-sources.ts'
import type { Transformers } from './use-transformers.ts'

/** Checks a definition as it changes and puts it to the samples, here in the browser with the worker's own transformers. */
export function usePreview(
  {
    definition,
    source,
    target,
    others,
  }: { definition: MappingDefinition; source: MappedStructure; target: MappedStructure; others: Others },
  samples: readonly DataRecord[],
  { known, around }: Transformers,
) {
  const ports = useMemo(openPorts, [])
  const { checked, run } = useMemo(() => {
    const { checked, run } = previewMapping(
      { definition, source: structureOf(source), target: structureOf(target), others, transformers: known },
      ports,
    )
    return { checked, run: around(run) }
  }, [definition, source, target, others, ports, known, around])
  const types = useMemo<ReadonlyMap<string, ValueType>>(
    () => new Map(checked.uses.map((use) => [use.stored.output, use.gives])),
    [checked],
  )
  const [traces, setTraces] = useState<readonly MappingTrace[]>([])
  useEffect(() => {
    let gone = false
    const timer = setTimeout(() => {
      void run.trace([...samples], { now: new Date(), seed: 'preview' }).then((found) => gone || setTraces(found))
    }, 150)
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [run, samples])
  return { checked, types, traces }
}

/** A stored text with what it may speak of; its language is fetched with the first one. */
async function storedText(
  id: string,
  configuration: NonNullable<MappingPorts['configuration']>,
): Promise<StoredText | undefined> {
  const { openStored } = await import('@weft/kit/text-templates/open-stored.ts')
  const { label, type, body, variables, data_structure_id } = (
    await api.get(`/text_templates/${id}`, undefined, { quiet: true })
  ).data
  const structure =
    data_structure_id && (await api.get(`/data_structures/${data_structure_id}`, undefined, { quiet: true })).data
  const known = new Map<string, string>()
  const text = openStored({
    label,
    kind: type,
    body,
    fields: [...givenFields(structure ? structure.fields : []), ...givenVariables(variables)],
    configuration: known,
  })
  for (const name of text.open().configuration) {
    const value = await configuration(name)
    if (value !== undefined) known.set(name, value)
  }
  return text
}

/** Lookups and configuration of the project, asked for once; where the user may not see them they find nothing. */
function openPorts(): MappingPorts {
  const rows = new Map<string, Promise<Record<string, DataRecord>>>()
  const references = new Map<string, Promise<Record<string, string>>>()
  const values = new Map<string, Promise<string | undefined>>()
  const dataSets = new Map<string, Promise<Record<string, DataRecord>>>()
  const partners = new Map<string, Promise<Record<string, DataRecord[]>>>()
  const numbers = new Map<string, Promise<string>>()
  const stored = new Map<string, Promise<StoredText | undefined>>()
  const configuration = (name: string) => {
    const known =
      values.get(name) ??
      api.get('/config_values', { 'filter[name]': name }, { quiet: true }).then(
        ({ data: [row] }) => (row?.kind === 'text' ? row.value : undefined),
        () => undefined,
      )
    values.set(name, known)
    return known
  }
  return {
    async lookup({ fields = [], ...rest }) {
      const query = { ...rest, fields }
      const key = JSON.stringify(query)
      const known =
        rows.get(key) ??
        api.post('/mappings/lookup', query, { quiet: true }).then(
          ({ data }) => data,
          () => ({}),
        )
      rows.set(key, known)
      return new Map(Object.entries(await known))
    },
    async references(name, by, ids) {
      const query = { name, by, ids: [...ids] }
      const key = JSON.stringify(query)
      const known =
        references.get(key) ??
        api.post('/mappings/references', query, { quiet: true }).then(
          ({ data }) => data,
          () => ({}),
        )
      references.set(key, known)
      return new Map(Object.entries(await known))
    },
    async data_set(asked) {
      const query = { ...asked, values: [...asked.values], fields: [...asked.fields] }
      const key = JSON.stringify(query)
      const known =
        dataSets.get(key) ??
        api.post('/mappings/data_set_rows', query, { quiet: true }).then(
          ({ data }) => data,
          () => ({}),
        )
      dataSets.set(key, known)
      return new Map(Object.entries(await known))
    },
    async partners(asked) {
      const query = {
        ...asked,
        on: [...asked.on],
        keys: asked.keys.map((key) => [...key]),
        fields: [...asked.fields],
        order: [...asked.order],
      }
      const key = JSON.stringify(query)
      const known =
        partners.get(key) ??
        api.post('/mappings/partners', query, { quiet: true }).then(
          ({ data }) => data,
          () => ({}),
        )
      partners.set(key, known)
      return new Map(Object.entries(await known))
    },
    numbers({ range, first }) {
      const key = `${range} ${first}`
      const known =
        numbers.get(key) ??
        api.post('/mappings/next_number', { range, first }, { quiet: true }).then(
          ({ data }) => data.next,
          () => first,
        )
      numbers.set(key, known)
      return known
    },
    text(id) {
      const known = stored.get(id) ?? storedText(id, configuration).catch(() => undefined)
      stored.set(id, known)
      return known
    },
    configuration,
  }
}
