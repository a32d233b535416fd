import { useQuery } from '@tanstack/react-query'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { evaluatedFunctions } from '@weft/engine/mapping/preview.ts'
import { withFunctions } from '@weft/engine/mapping/functions.ts'
import { openElsewhere } from '@weft/engine/mapping/elsewhere.ts'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { mappingDefinition } from '@weft/kit/define/mapping.ts'
import type { MappingFunction } from '@weft/kit/define/mapping-function.ts'
import { declaredTransformers } from '@weft/kit/define/plugin.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useMemo } from 'react'
import { offerOfProject, type ToldOffer } from '../elements/offer.ts'

/** What a project's mappings are made of; `around` makes a mapping wait for what only the server can compute. */
export type Transformers = {
  list: readonly Transformer[]
  known: ReadonlyMap<string, Transformer>
  around: ReturnType<typeof openElsewhere>['around']
}

const ofTheHouse = made({ off: [], plugins: [] })

function made({ plugins }: ToldOffer): Transformers {
  const used = plugins.filter(({ enabled, manifest }) => enabled && manifest.transformers.length > 0)
  const elsewhere = openElsewhere((calls) =>
    api.post('/mapping_transformers/compute', { calls }, { quiet: true }).then(
      ({ data }) => data.map(({ value, refused }) => (refused === undefined ? { value } : { refused })),
      (error: Error) => calls.map(() => ({ refused: error.message })),
    ),
  )
  const list: readonly Transformer[] = [
    ...transformers,
    ...used.flatMap(({ manifest }) => declaredTransformers(manifest, elsewhere.apply)),
  ]
  return {
    list,
    known: new Map(list.map((one) => [one.key, one])),
    around: used.length > 0 ? elsewhere.around : (run) => run,
  }
}

/** What own functions can be made of, beside each other; until it is known, the transformers of the house. */
export function useGivenTransformers(): Transformers {
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({ ...offerOfProject(project), select: made })
  return data ?? ofTheHouse
}

/** The project's own functions. */
export function useFunctions(): readonly MappingFunction[] {
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({
    queryKey: ['/functions', { noPagination: true }, project],
    queryFn: ({ signal }) => api.get('/functions', { noPagination: true }, { signal, quiet: true }),
    select: readable,
  })
  return data ?? none
}
const none: readonly MappingFunction[] = []
const readable = ({ data }: Answer<'GET', '/functions'>) =>
  data.flatMap((row): MappingFunction[] => {
    const { data: definition } = mappingDefinition.safeParse(row.definition)
    return definition ? [{ ...(row as unknown as MappingFunction), definition }] : []
  })

/** The transformers of the selected project, its own functions among them. */
export function useTransformers(): Transformers {
  const given = useGivenTransformers()
  const functions = useFunctions()
  return useMemo(() => withOwn(given, functions), [given, functions])
}

/** Own functions as they are computed here. */
export function withOwn(given: Transformers, functions: readonly MappingFunction[]): Transformers {
  const known = withFunctions(given.known, functions, evaluatedFunctions)
  return known === given.known ? given : { ...given, known, list: [...known.values()] }
}
