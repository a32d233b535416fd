import { crossReference } from '@weft/catalogue/resources/cross-reference/cross-reference.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { ResourceScreen } from '../shared/resource-screen.tsx'

const home = '/project/integrations/cross-references'

/** The pair may come with the address, from the list that shows only those of one. */
export function CrossReferenceCreateScreen() {
  const name = useSearchParam('name')
  return <ResourceScreen resource={crossReference} home={home} {...(name !== undefined && { initial: { name } })} />
}

export const CrossReferenceScreen = () => (
  <ResourceScreen resource={crossReference} home={home} param="crossReferenceId" />
)
