import { useQuery } from '@tanstack/react-query'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { openElsewhere } from '@weft/engine/mapping/elsewhere.ts'
import { declaredTransformers } from '@weft/kit/define/plugin.ts'
import type { Transformer } from '@weft/kit/define/transformer.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'
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

/** The transformers of the selected project; until they are known, those of the house. */
export function useTransformers(): Transformers {
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({ ...offerOfProject(project), select: made })
  return data ?? ofTheHouse
}
