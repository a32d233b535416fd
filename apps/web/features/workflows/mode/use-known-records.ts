import { useQueries } from '@tanstack/react-query'
import type { RunSamples, Sample } from '@weft/designers/workflow/data/samples.ts'
import type { Catalogue } from '@weft/designers/workflow/elements.ts'
import type { StepProblemView } from '@weft/designers/workflow/problem.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { systemColumns, type StructureField } from '@weft/kit/define/structure.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { Flow } from '@weft/kit/workflow-text/flow.ts'
import { useEffect, useMemo, useState } from 'react'
import { useTestData } from '../test-data.ts'
import { leavingRecords } from './leaving-records.ts'
import { unknownFields } from './unknown-fields.ts'

type Known = { samples: RunSamples | undefined; hints: StepProblemView[] }
const nothing: Known = { samples: undefined, hints: [] }

/**
 * What is known of the records at each step while the workflow is built, and what of it the settings name and nobody has: by the run
 * shown, by what a run by hand would begin with, by the fields of structures, and behind those by the steps themselves.
 */
export function useKnownRecords(
  workflow_id: string,
  flow: Flow,
  shown: RunSamples | undefined,
  catalogue: Catalogue,
): Known {
  const text = useTestData(workflow_id)
  const declared = useDeclared(flow)
  const [known, setKnown] = useState(nothing)
  const begun = useMemo(() => {
    const record = recordIn(text)
    const triggers = record ? flow.steps.filter(({ element }) => catalogue.get(element)?.kind === 'trigger') : []
    const given = triggers.map(({ id }) => [id, { exits: { out: [record!] }, refused: [] }])
    return { ...declared, ...(Object.fromEntries(given) as RunSamples), ...shown }
  }, [text, flow.steps, shown, declared, catalogue])
  useEffect(() => {
    let gone = false
    const soon = setTimeout(
      () =>
        void leavingRecords(flow, begun, catalogue).then(
          (samples) => !gone && setKnown({ samples, hints: unknownFields(flow, samples, catalogue) }),
        ),
      150,
    )
    return () => {
      gone = true
      clearTimeout(soon)
    }
  }, [flow, begun, catalogue])
  return known
}

/** By the step that gives records of a structure, or those of a mapping's target: one with its fields and without values. */
function useDeclared({ steps }: Pick<Flow, 'steps'>): RunSamples {
  const asked = steps.flatMap(({ id, element, settings }) => {
    const key = { read_records: 'structure_id', mapping: 'mapping_id' }[element]
    const of = key === undefined ? undefined : settings[key]
    return typeof of === 'string' ? [{ id, isMapping: element === 'mapping', of }] : []
  })
  return useQueries({
    queries: asked.map(({ isMapping, of }) => ({
      queryKey: [isMapping ? `/mappings/${of}` : `/data_structures/${of}`],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        isMapping
          ? { fields: (await api.get(`/mappings/${of}`, {}, { signal, quiet: true })).data.target.tree }
          : { fields: (await api.get(`/data_structures/${of}`, {}, { signal, quiet: true })).data.fields },
      staleTime: 60_000,
      retry: false,
    })),
    combine: (answers) =>
      Object.fromEntries(
        answers.flatMap(({ data }, i) => {
          const { id, isMapping } = asked[i]!
          if (!data) return []
          const stored = isMapping ? {} : Object.fromEntries(systemColumns.map((name) => [name, null]))
          return [[id, { exits: { out: [{ ...emptyOf(data.fields), ...stored }] }, refused: [] }]]
        }),
      ),
  })
}

const emptyOf = (fields: readonly StructureField[]): Sample =>
  Object.fromEntries(
    fields.map(({ name, type, fields: inner }) => [
      name,
      type === 'list' ? [inner ? emptyOf(inner) : null] : type === 'object' ? emptyOf(inner ?? []) : null,
    ]),
  )

function recordIn(text: string): Sample | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined // not typed to its end yet
  }
}
