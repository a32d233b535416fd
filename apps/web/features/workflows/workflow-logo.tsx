import { refresh } from '@weft/kit/ui/queries.ts'
import { ProfilePicture } from '../shared/profile-picture.tsx'
import { useWorkflowHead } from './api.ts'

/** The logo of a workflow, for whoever may change it. */
export function WorkflowLogo({ id }: { id: string }) {
  const { data: head } = useWorkflowHead(id)
  if (!head) return null
  const changed = () => Promise.all([refresh(`/workflows/${id}`), refresh('/workflows'), refresh('/jobs')])
  return <ProfilePicture path={`/workflows/${id}`} of="logo" picture={head.logo} onChanged={changed} />
}
