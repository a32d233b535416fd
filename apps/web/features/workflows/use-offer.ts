import { useQuery } from '@tanstack/react-query'
import { elements } from '@weft/catalogue/elements/all.ts'
import type { Element, ElementLimits } from '@weft/kit/define/element.ts'
import { elementsOf } from '@weft/kit/define/plugin.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { offerOfProject, type ToldOffer } from '../elements/offer.ts'

/** What a project's workflows are made of. */
export type Offer = {
  elements: readonly Element[]
  catalogue: ReadonlyMap<string, Element>
  /** What the project may not use. */
  off: ElementLimits
  /** What is not to be chosen for a new step. */
  hidden: ReadonlySet<string>
}

const before = offerOf({ off: [], plugins: [] })

function offerOf({ off, plugins }: ToldOffer): Offer {
  const all: readonly Element[] = [...elements, ...plugins.flatMap(({ manifest }) => elementsOf(manifest))]
  return {
    elements: all,
    catalogue: new Map(all.map((element) => [element.key, element])),
    off: new Map(off.map(({ key, level }) => [key, level])),
    hidden: new Set([
      ...off.map(({ key }) => key),
      ...all.filter(({ deprecated }) => deprecated).map(({ key }) => key),
    ]),
  }
}

/** The elements of the selected project; until they are known, those of the house. */
export function useOffer(): Offer {
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery({ ...offerOfProject(project), select: offerOf })
  return data ?? before
}
