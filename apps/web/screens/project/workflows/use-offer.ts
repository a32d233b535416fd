import { useQuery } from '@tanstack/react-query'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { Element, ElementLimits, LimitLevel } from '@weft/kit/define/element.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'

/** What a project's workflows are made of. */
export type Offer = {
  elements: readonly Element[]
  catalogue: ReadonlyMap<string, Element>
  /** What the project may not use. */
  off: ElementLimits
  /** What is not to be chosen for a new step. */
  hidden: ReadonlySet<string>
}

type Told = { off: { key: string; level: LimitLevel }[] }

const before = offerOf({ off: [] })

function offerOf({ off }: Told): Offer {
  const all: readonly Element[] = elements
  return {
    elements: all,
    catalogue: new Map(all.map((element) => [element.key, element])),
    off: new Map(off.map(({ key, level }) => [key, level])),
    hidden: new Set([...off.map(({ key }) => key), ...all.filter(({ deprecated }) => deprecated).map(({ key }) => key)]),
  }
}

/** The elements of the selected project; until they are known, those of the house. */
export function useOffer(): Offer {
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({
    queryKey: ['/workflow_elements/offer', project],
    queryFn: async ({ signal }) => (await api.get<Item<Told>>('/workflow_elements/offer', {}, { signal, quiet: true })).data,
    select: offerOf,
    staleTime: 30_000,
    retry: false,
  })
  return data ?? before
}
