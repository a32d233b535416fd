import type { ProjectScope } from '@weft/kit/database/connect.server.ts'
import { forbidden, invalidField } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  project: {
    en: 'Please choose this project, or all projects.',
    de: 'Bitte wählen Sie dieses Projekt oder alle Projekte.',
  },
})

/** What is of one project or, with `null`, of all projects of the tenant is never given to a third one. */
export function refuseForeignProject(scope: ProjectScope, project_id: string | null) {
  if (project_id !== null && project_id !== scope.project_id) throw invalidField('project_id', texts.project())
}

/** The service account of a project uses what is of all projects, and changes what is of its own. */
export function refuseBeyondProject({ service_account }: Caller, { project_id }: { project_id: string | null }) {
  if (service_account?.project_id && project_id === null) throw forbidden()
}
